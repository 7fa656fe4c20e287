import {
  type EventStore,
  type SeenEnd,
  type StreamToVerify,
  sealEvent,
  verifyStreams,
} from '@ecmr/event-store'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { newEvent } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

const LENGTH = 5
const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'

interface Log {
  readonly store: EventStore
  readonly pool: Pool
  /** the hash of an event as it was at first */
  hash(stream: string, revision: number): string
  /** with every right on the database; undone afterwards */
  tamper(t: Test, sql: string): Promise<void>
}

/** Two streams of five events each. */
async function openLog(t: Test): Promise<Log> {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  const hashes = new Map<string, string>()
  for (const stream of ['ecmr-a', 'ecmr-b'])
    for (let revision = 0; revision < LENGTH; revision++) {
      const event = newEvent({ data: { note: `event ${revision}` } })
      const prev_hash = hashes.get(`${stream} ${revision - 1}`) ?? null
      const sealed = sealEvent(stream, revision, { ...event, metadata: { ...event.metadata, prev_hash } })
      hashes.set(`${stream} ${revision}`, sealed.metadata.hash)
      await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, [sealed])
    }
  await pool.query(`create table pristine as select ${COLUMNS} from log.events;
    alter table log.events disable trigger append_only`)
  return {
    store,
    pool,
    hash: (stream, revision) => hashes.get(`${stream} ${revision}`) ?? '',
    async tamper(t, sql) {
      await pool.query(sql)
      t.teardown(() =>
        pool.query(
          `truncate log.events; insert into log.events (${COLUMNS}) select ${COLUMNS} from pristine`,
        ),
      )
    },
  }
}

t.test('streams are proven one by one', async (t) => {
  const log = await openLog(t)
  const seen = (stream: string): SeenEnd => ({ revision: LENGTH - 1, hash: log.hash(stream, LENGTH - 1) })
  const streams: readonly StreamToVerify[] = ['ecmr-a', 'ecmr-b'].map((stream) => ({
    stream,
    seen: [seen(stream)],
  }))
  const verify = () => verifyStreams({ store: log.store, streams })

  await t.test('untouched ones hold', async (t) => {
    const report = await verify()
    t.match(report, { streams: 2, events: 2 * LENGTH, broken: [] })
    t.same(report.heads.get('ecmr-b'), {
      revision: 4,
      position: '0000000000000010',
      hash: log.hash('ecmr-b', 4),
    })
  })

  const at = `stream = 'ecmr-b' and revision = 2`
  const missing = (...revisions: readonly number[]) =>
    revisions.map((revision) => ({ problem: 'missing', stream: 'ecmr-b', revision }))
  const tamperings: Readonly<Record<string, readonly [sql: string, broken: readonly object[]]>> = {
    'one byte of the data': [
      `update log.events set data = jsonb_set(data, '{note}', '"event 3"') where ${at}`,
      [{ problem: 'changed', stream: 'ecmr-b', revision: 2 }],
    ],
    'the newest events removed': [
      `delete from log.events where stream = 'ecmr-b' and revision >= 3`,
      missing(3, 4),
    ],
    'an event in the middle removed': [`delete from log.events where ${at}`, missing(2)],
    'the whole stream removed': [`delete from log.events where stream = 'ecmr-b'`, missing(0, 1, 2, 3, 4)],
    'two events exchanged': [
      `update log.events set revision = -1 where ${at};
       update log.events set revision = 2 where stream = 'ecmr-b' and revision = 3;
       update log.events set revision = 3 where stream = 'ecmr-b' and revision = -1`,
      [2, 3].map((revision) => ({ problem: 'reordered', stream: 'ecmr-b', revision })),
    ],
  }
  for (const [what, [sql, broken]] of Object.entries(tamperings)) {
    await t.test(`${what}: named`, async (t) => {
      await log.tamper(t, sql)
      const report = await verify()
      t.equal(report.broken.length, broken.length, JSON.stringify(report.broken))
      t.match(report.broken, broken)
    })
  }

  await t.test('an end that was rewritten with a new hash differs from what was seen', async (t) => {
    const [last] = await log.store.readStream('ecmr-b', { from: 4 })
    if (!last) throw new Error('the stream has five events')
    const { metadata } = sealEvent('ecmr-b', 4, { ...last, data: { note: 'another' } })
    await log.tamper(
      t,
      `update log.events set data = '{"note": "another"}',
         metadata = jsonb_set(metadata, '{hash}', '"${metadata.hash}"')
       where stream = 'ecmr-b' and revision = 4`,
    )
    t.match((await verify()).broken, [{ problem: 'changed', stream: 'ecmr-b', revision: 4 }])
    const unseen = streams.map(({ stream }) => ({ stream, seen: [] }))
    t.same((await verifyStreams({ store: log.store, streams: unseen })).broken, [])
  })
})

t.test('a stream that goes on while it is proven is no fault', async (t) => {
  const log = await openLog(t)
  const seen = [{ revision: 1, hash: log.hash('ecmr-a', 1) }]
  t.same((await verifyStreams({ store: log.store, streams: [{ stream: 'ecmr-a', seen }] })).broken, [])
})

t.test('when time is up it says how many streams it has come to, at least the first ones', async (t) => {
  const log = await openLog(t)
  const streams = Array.from({ length: 40 }, (_, n) => ({
    stream: n === 39 ? 'ecmr-a' : `ecmr-${n}`,
    seen: [],
  }))
  const late = await verifyStreams({ store: log.store, streams, deadline: 0 })
  t.ok(late.streams > 0 && late.streams < streams.length, String(late.streams))
  t.match(await verifyStreams({ store: log.store, streams }), { streams: 40, events: LENGTH })
})

t.test('an aborted request gets no answer', async (t) => {
  const log = await openLog(t)
  const streams = [{ stream: 'ecmr-a', seen: [] }]
  await t.rejects(verifyStreams({ store: log.store, streams, signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
})
