import { createHash, randomBytes } from 'node:crypto'
import {
  canonicalJson,
  contentHash,
  EventNotStorable,
  hashEvent,
  migrateEventStore,
  type NewEvent,
  sealEvent,
} from '@ecmr/event-store'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import type { Pool } from 'pg'
import t from 'tap'
import { newEvent, newStream } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

t.test('a hash is that of the canonical JSON, so anyone can recompute it', async (t) => {
  const { metadata } = newEvent()
  const event = newEvent({
    id: '0190a000-0000-7000-8000-000000000001',
    data: { z: 1, a: { c: [1.5, 'ñ'], b: null } },
  })
  const { actor } = metadata
  const canonical =
    '{"data":{"a":{"b":null,"c":[1.5,"ñ"]},"z":1},"id":"0190a000-0000-7000-8000-000000000001","metadata":' +
    `{"$causationId":"causation","$correlationId":"correlation","actor":{"company_id":"${actor.company_id}",` +
    `"id":"${actor.id}","kind":"api_key","name":"ERP"},"command_id":"${metadata.command_id}",` +
    '"company_id":"company-1","ecmr_number":"ECMR-2026-000000000-0","prev_hash":null,' +
    '"recorded_at":"2026-11-03T08:00:00.000Z","schema_version":1,"status":"draft"},' +
    '"revision":7,"stream":"ecmr-1","type":"EcmrEdited"}'
  t.equal(hashEvent('ecmr-1', 7, { ...event, metadata }), sha256(canonical))
})

t.test('an event carries the hash of all that it says and of where it stands', async (t) => {
  const event = newEvent()
  const { hash } = sealEvent('ecmr-1', 0, event).metadata
  t.equal(hash, hashEvent('ecmr-1', 0, event))
  const others = [
    hashEvent('ecmr-2', 0, event),
    hashEvent('ecmr-1', 1, event),
    hashEvent('ecmr-1', 0, { ...event, id: newEvent().id }),
    hashEvent('ecmr-1', 0, { ...event, type: 'EcmrEdited2' }),
    hashEvent('ecmr-1', 0, { ...event, data: {} }),
    hashEvent('ecmr-1', 0, { ...event, metadata: { ...event.metadata, prev_hash: hash } }),
    hashEvent('ecmr-1', 0, { ...event, metadata: { ...event.metadata, status: 'assigned' } }),
  ]
  t.equal(new Set([hash, ...others]).size, 8)
})

t.test('the order of members does not matter to a content hash, the order of a list does', async (t) => {
  t.equal(contentHash({ a: 1, b: [1, 2] }), contentHash({ b: [1, 2], a: 1 }))
  t.not(contentHash([1, 2]), contentHash([2, 1]))
  t.equal(contentHash({ b: 1, a: 'x' }), sha256('{"a":"x","b":1}'))
})

t.test('the canonical form is the one of the reference implementation', async (t) => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('1', '10', '2'),
  )
  const { content } = fc.letrec((tie) => ({
    content: fc.oneof(
      { maxDepth: 4 },
      texts,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(true, false, null, 0, -0, undefined),
      fc.array(tie('content').map((one) => one ?? null)),
      fc.dictionary(texts, tie('content')),
    ),
  }))
  fc.assert(
    fc.property(content, (one) => canonicalJson({ one }) === canonicalize({ one })),
    { numRuns: 1_000 },
  )
  t.pass('in a thousand cases')
})

t.test('content without a canonical form is refused', async (t) => {
  for (const content of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: ['\udc00'] }, { '\ud800': 1 }])
    t.throws(() => contentHash(content), EventNotStorable)
})

interface Row {
  readonly hash: string
  readonly chain: string
  readonly bytes: number
  readonly text: number
}

const ROWS = `select metadata ->> 'hash' as hash, encode(chain, 'hex') as chain, bytes,
  octet_length(data::text) + octet_length(metadata::text) as text from log.events order by position`

function newEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, () => {
    const event = newEvent()
    return { ...event, metadata: { ...event.metadata, hash: randomBytes(32).toString('hex') } }
  })
}

async function rowsOf(pool: Pool): Promise<readonly Row[]> {
  return (await pool.query<Row>(ROWS)).rows
}

/** The chain as anyone can compute it from the events' own hashes. */
function chainOf(rows: readonly Row[]): readonly string[] {
  let before = Buffer.alloc(32)
  return rows.map(({ hash }) => {
    before = createHash('sha256').update(before).update(Buffer.from(hash, 'hex')).digest()
    return before.toString('hex')
  })
}

t.test('each event is chained to the one at the position before, whichever stream that is of', async (t) => {
  const { pool, open } = await logDatabase(t)
  const [store, other] = [await open(), await open()]
  const streams = Array.from({ length: 12 }, newStream)
  const appends = [store, other].flatMap((writer) =>
    streams.map((stream) => writer.append(stream, 'no_stream', newEvents(3))),
  )
  const results = await Promise.all(appends)
  t.equal(
    results.filter(({ ok }) => ok).length,
    streams.length,
    'of two who append to a stream one is refused',
  )
  const rows = await rowsOf(pool)
  t.equal(rows.length, streams.length * 3)
  t.strictSame(
    rows.map(({ chain }) => chain),
    chainOf(rows),
  )

  await t.test('a repeat adds no link', async (t) => {
    const [stream, events] = [newStream(), newEvents(2)]
    for (let tries = 0; tries < 2; tries++)
      t.match(await store.append(stream, 'no_stream', events), { ok: true })
    t.strictSame(chainOf(await rowsOf(pool)).at(-1), (await rowsOf(pool)).at(-1)?.chain)
  })

  await t.test('each event tells its size', async (t) => {
    for (const { bytes, text } of await rowsOf(pool)) {
      t.ok(bytes > text * 0.8, `${bytes} of ${text} bytes of text`)
      t.ok(bytes < text * 1.2, `${bytes} of ${text} bytes of text`)
    }
  })
})

t.test('a log from before the chain is given one', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  for (let count = 0; count < 5; count++) await store.append(newStream(), 'no_stream', newEvents(3))
  const before = await rowsOf(pool)
  await pool.query(`delete from log.kysely_migration where name >= '0004';
    drop table log.write_probe; drop function log.probe_writes;
    alter table log.events drop column bytes, drop column chain;
    drop aggregate log.chained(bytea, text); drop function log.link; drop function log.start`)

  await migrateEventStore(pool)

  const after = await rowsOf(pool)
  t.strictSame(
    after.map(({ chain }) => chain),
    before.map(({ chain }) => chain),
  )
  await t.rejects(pool.query('update log.events set bytes = 1'), /append-only/, 'it is closed again')
  await store.append(newStream(), 'no_stream', newEvents(1))
  const rows = await rowsOf(pool)
  t.strictSame(
    rows.map(({ chain }) => chain),
    chainOf(rows),
    'and goes on',
  )
})

t.test('a process of the release before, which sends no sizes, can still append', async (t) => {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  const stream = newStream()
  const event = newEvent()
  const {
    id,
    type,
    data,
    metadata: { recorded_at, ...metadata },
  } = event
  const turns = [
    {
      appends: [{ n: 0, stream, expected: -1, size: 1 }],
      events: [{ n: 0, i: 1, id, type, data, metadata, recorded_at }],
    },
  ]
  await pool.query('select * from log.append($1::jsonb)', [JSON.stringify(turns)])
  const [row] = await rowsOf(pool)
  t.equal(row?.bytes, (row?.text ?? 0) + 2 * type.length)
  t.equal((await store.readStream(stream)).length, 1)
})
