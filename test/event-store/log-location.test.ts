import { assertLogLocation, LogIsElsewhere } from '@ecmr/event-store'
import t from 'tap'
import { newEvent } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

t.test('the first process decides which store keeps the log', async (t) => {
  const { pool } = await logDatabase(t)
  await Promise.all(Array.from({ length: 4 }, () => assertLogLocation(pool, 'eventstoredb')))
  await t.rejects(assertLogLocation(pool, 'postgres'), {
    name: 'LogIsElsewhere',
    message: /is kept in eventstoredb, but EVENT_STORE names postgres; "ecmr store migrate"/,
  })
  await assertLogLocation(pool, 'eventstoredb')
})

t.test('a log that is in PostgreSQL already stays there until it is moved', async (t) => {
  const { pool, open } = await logDatabase(t)
  await (await open()).append('ecmr-1', 'no_stream', [newEvent()])
  await t.rejects(assertLogLocation(pool, 'eventstoredb'), LogIsElsewhere)
  await assertLogLocation(pool, 'postgres')
})
