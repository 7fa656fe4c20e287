import { randomUUID } from 'node:crypto'
import { appendCompanyEvents, type NewCompanyEvent } from '@ecmr/application'
import { START, verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { ids } from '../contract/event-store/events.js'
import { actor } from './commands.js'
import { logDatabase } from './support.js'

function event(at = '2026-11-03T08:00:00.000Z'): NewCompanyEvent {
  return {
    id: randomUUID(),
    type: 'ApiKeyCreated',
    at,
    data: { key_id: 'key-2' },
    actor,
    commandId: randomUUID(),
    correlationId: 'correlation-1',
  }
}

t.test('the audit trail of a company', async (t) => {
  const { open } = await logDatabase(t)
  const [store, elsewhere] = [await open(), await open()]

  await t.test('events sent again, alone or among new ones, stand there once', async (t) => {
    const events = [event(), event(), event()] as const
    const first = await appendCompanyEvents(store, 'a', events.slice(0, 2))
    t.equal(await appendCompanyEvents(store, 'a', events.slice(0, 2)), first)
    await appendCompanyEvents(elsewhere, 'a', [events[1], events[2]])
    t.strictSame(
      (await store.readStream('company-a')).map(({ id }) => id),
      events.map(({ id }) => id),
    )
  })

  await t.test('several processes append at once and lose nothing', async (t) => {
    const events = Array.from({ length: 6 }, () => event())
    await Promise.all(events.map((one, n) => appendCompanyEvents(n % 2 ? store : elsewhere, 'b', [one])))
    const wanted = new Set(events.map(({ id }) => id))
    t.strictSame(new Set(ids(await store.readStream('company-b'))), wanted)
  })

  await t.test('times never decrease', async (t) => {
    await appendCompanyEvents(store, 'c', [
      event('2026-11-03T09:00:00.000Z'),
      event('2026-11-03T08:00:00.000Z'),
    ])
    await appendCompanyEvents(store, 'c', [event('2026-11-03T07:00:00.000Z')])
    const times = (await store.readStream('company-c')).map(({ metadata }) => metadata.recorded_at)
    t.strictSame(new Set(times), new Set(['2026-11-03T09:00:00.000Z']))
  })

  await t.test('no events need no stream', async (t) => {
    t.equal(await appendCompanyEvents(store, 'd', []), START)
    t.strictSame(await store.readStream('company-d'), [])
  })

  t.match(await verifyLog({ store }), { ok: true })
})
