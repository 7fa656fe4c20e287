import { type EventStore, hashEvent, sealEvent, verifyLog } from '@ecmr/event-store'
import fc from 'fast-check'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { newEvent } from '../contract/event-store/events.js'
import { logDatabase } from './support.js'

const STREAMS = ['ecmr-a', 'ecmr-b', 'ecmr-c']
const LENGTH = 5

interface TamperedLog {
  readonly store: EventStore
  /** for tampering, with every right on the database */
  readonly pool: Pool
  /** puts everything back */
  restore(): Promise<void>
}

const COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'

/** Three streams of five events each, in turns: ecmr-b's revision 2 stands at position 8. */
async function openLog(t: Test): Promise<TamperedLog> {
  const { pool, open } = await logDatabase(t)
  const store = await open()
  for (let revision = 0; revision < LENGTH; revision++)
    for (const stream of STREAMS) {
      const prev_hash = (await store.readStream(stream)).at(-1)?.metadata.hash ?? null
      const event = newEvent({ data: { note: `event ${revision}`, weight: 12.5 } })
      const sealed = sealEvent(stream, revision, { ...event, metadata: { ...event.metadata, prev_hash } })
      await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, [sealed])
    }
  await pool.query(`create table pristine as select ${COLUMNS} from log.events;
    alter table log.events disable trigger append_only;
    alter table log.events drop constraint events_metadata_check`)
  const restore = async (): Promise<void> => {
    await pool.query(
      `truncate log.events; insert into log.events (${COLUMNS}) select ${COLUMNS} from pristine`,
    )
  }
  return { store, pool, restore }
}

t.test('an empty log is in order', async (t) => {
  const { open } = await logDatabase(t)
  t.match(await verifyLog({ store: await open() }), { ok: true, events: 0 })
})

const at = `stream = 'ecmr-b' and revision = 2`
const changed = {
  problem: 'changed',
  stream: 'ecmr-b',
  revision: 2,
  position: '0000000000000008',
}

/** What an attacker with access to the database could change in one event, which is then named. */
const changes: Readonly<Record<string, string>> = {
  'a changed letter in the data': `data = jsonb_set(data, '{note}', '"event 3"')`,
  'a number changed in its last digit': `data = jsonb_set(data, '{weight}', '12.4')`,
  'a number that no JavaScript can read': `data = jsonb_set(data, '{weight}', '1e400')`,
  'a member added to the data': `data = data || '{"x": null}'`,
  'another actor': `metadata = jsonb_set(metadata, '{actor,id}', '"key-2"')`,
  'a second time in the metadata': `metadata = metadata || '{"recorded_at": "2026-11-03T08:00:01.000Z"}'`,
  'metadata that is no object': `metadata = '[]'`,
  'another type': `type = 'EcmrEditee'`,
  'another id': 'id = gen_random_uuid()',
  'a time one millisecond later': `recorded_at = recorded_at + interval '1 ms'`,
  'another hash': `metadata = jsonb_set(metadata, '{hash}', to_jsonb(repeat('1', 64)))`,
  'another link': `metadata = jsonb_set(metadata, '{prev_hash}', to_jsonb(repeat('1', 64)))`,
}

const place = (stream: string, revision: number, position?: number) => ({
  stream,
  revision,
  ...(position && { position: String(position).padStart(16, '0') }),
})

/** What else could be done, and what is then named. */
const tamperings: Readonly<Record<string, readonly [sql: string, ...broken: readonly object[]]>> = {
  'an event in another stream': [
    `update log.events set stream = 'ecmr-d' where ${at}`,
    { problem: 'missing', ...place('ecmr-b', 2) },
    { ...changed, stream: 'ecmr-d' },
  ],
  'a changed first event': [
    `update log.events set data = '{}' where stream = 'ecmr-a' and revision = 0`,
    { problem: 'changed', ...place('ecmr-a', 0) },
  ],
  'a changed last event': [
    `update log.events set data = '{}' where stream = 'ecmr-c' and revision = 4`,
    { problem: 'changed', ...place('ecmr-c', 4) },
  ],
  'two changed events side by side': [
    `update log.events set data = '{}' where stream = 'ecmr-b' and revision in (2, 3)`,
    changed,
    { problem: 'changed', ...place('ecmr-b', 3) },
  ],
  'a removed event': [`delete from log.events where ${at}`, { problem: 'missing', ...place('ecmr-b', 2, 8) }],
  'a removed first event': [
    `delete from log.events where stream = 'ecmr-b' and revision = 0`,
    { problem: 'missing', ...place('ecmr-b', 0, 2) },
  ],
  'a removed newest event': [
    `delete from log.events where stream = 'ecmr-b' and revision = 4`,
    { problem: 'missing', stream: null, revision: null, position: '0000000000000014' },
  ],
  'a removed stream': [
    `delete from log.events where stream = 'ecmr-a'`,
    ...['01', '04', '07', '10', '13'].map((n) => ({ problem: 'missing', position: `00000000000000${n}` })),
  ],
  'a removed event, and the later ones moved up': [
    `delete from log.events where ${at};
     update log.events set revision = revision - 1 where stream = 'ecmr-b' and revision = 3;
     update log.events set revision = revision - 1 where stream = 'ecmr-b' and revision = 4`,
    { problem: 'missing', ...place('ecmr-b', 2, 8) },
  ],
  'two events in each other’s place': [
    `update log.events set revision = 99 where ${at};
     update log.events set revision = 2 where stream = 'ecmr-b' and revision = 3;
     update log.events set revision = 3 where stream = 'ecmr-b' and revision = 99`,
    { problem: 'reordered', ...place('ecmr-b', 3, 8) },
    { problem: 'reordered', ...place('ecmr-b', 2, 11) },
  ],
  'an event pushed in, and the later ones moved down': [
    `update log.events set revision = 5 where stream = 'ecmr-b' and revision = 4;
     update log.events set revision = 4 where stream = 'ecmr-b' and revision = 3;
     update log.events set revision = 3 where ${at};
     insert into log.events (${COLUMNS})
       select 16, stream, 2, gen_random_uuid(), type, data, metadata, recorded_at, bytes, chain
       from log.events where stream = 'ecmr-b' and revision = 1`,
    { problem: 'inserted', ...place('ecmr-b', 2, 16) },
  ],
}

t.test('verifying a log', async (t) => {
  const { store, pool, restore } = await openLog(t)

  await t.test('an untouched log is in order, and tells the newest event of each stream', async (t) => {
    const progress: number[] = []
    const report = await verifyLog({ store, onProgress: (events) => progress.push(events) })
    t.match(report, { ok: true, events: 15, broken: [] })
    const newest = (await store.readStream('ecmr-b')).at(-1)
    t.strictSame([...report.heads.keys()], STREAMS)
    t.strictSame(report.heads.get('ecmr-b'), {
      revision: 4,
      hash: newest?.metadata.hash,
      position: newest?.position,
    })
    t.equal(progress.at(-1), 15)
  })

  await t.test('verifying stops when aborted', async (t) => {
    await t.rejects(verifyLog({ store, signal: AbortSignal.abort(new Error('enough')) }), /enough/)
  })

  const found = async (t: Test, sql: string, broken: readonly object[]): Promise<void> => {
    t.teardown(restore)
    await pool.query(sql)
    const report = await verifyLog({ store })
    t.equal(report.ok, false)
    t.match(report.broken.toSorted(byPlace), broken)
    t.equal(report.broken.length, broken.length, 'and nothing else is')
  }
  for (const [what, set] of Object.entries(changes))
    await t.test(`finds and names an event with ${what}`, (t) =>
      found(t, `update log.events set ${set} where ${at}`, [
        { ...changed, type: /^EcmrEdite/, recorded_at: /^2026-11-03T08:00:0/ },
      ]),
    )
  for (const [what, [sql, ...broken]] of Object.entries(tamperings))
    await t.test(`finds and names ${what}`, (t) => found(t, sql, broken))

  await t.test('an event whose hash was made anew is named by what the event after it says', async (t) => {
    const [, , event] = await store.readStream('ecmr-b')
    const hash = event && hashEvent('ecmr-b', 2, { ...event, data: { note: 'forged' } })
    const sql = `update log.events set data = '{"note": "forged"}',
      metadata = jsonb_set(metadata, '{hash}', to_jsonb($1::text)) where ${at}`
    t.teardown(restore)
    await pool.query(sql, [hash])
    const { broken } = await verifyLog({ store })
    t.match(broken, [{ ...changed, detail: /made anew/ }])
    t.equal(broken.length, 1)
  })

  await t.test('what JSON does not tell apart is no change', async (t) => {
    t.teardown(restore)
    await pool.query(
      `update log.events set data = '{ "weight" : 1.250e1,  "note": "event\\u00202" }' where ${at}`,
    )
    t.match(await verifyLog({ store }), { ok: true, broken: [] })
  })

  await t.test('any bit changed in any event is found, and that event is named', async (t) => {
    const flips = fc.record({
      position: fc.integer({ min: 1, max: STREAMS.length * LENGTH }),
      column: fc.constantFrom('data', 'metadata', 'type', 'id'),
      place: fc.nat(2_000),
      bit: fc.nat(6),
    })
    let found = 0
    await fc.assert(
      fc.asyncProperty(flips, async ({ position, column, place, bit }) => {
        const { rows } = await pool.query(
          `select ${column}::text as text from log.events where position = $1`,
          [position],
        )
        const { text } = rows[0]
        const set = (value: string) =>
          pool.query(`update log.events set ${column} = $1 where position = $2`, [value, position])
        const written = await set(flipped(text, place % text.length, bit)).catch(() => undefined)
        // What PostgreSQL itself refuses, such as broken JSON, cannot be changed that way.
        if (!written) return
        const { broken } = await verifyLog({ store })
        await set(text)
        const named = broken.map((event) => [event.problem, Number(event.position)])
        // Letter case and white space between members are no part of a UUID and of JSON.
        const isSame =
          rows[0].text === (await canonicalText(pool, column, flipped(text, place % text.length, bit)))
        t.strictSame(named, isSame ? [] : [['changed', position]])
        found += named.length
      }),
      { numRuns: 100 },
    )
    t.ok(found > 20, `${found} changes were found`)
    t.match(await verifyLog({ store }), { ok: true }, 'and none is left')
  })
})

function flipped(text: string, place: number, bit: number): string {
  const code = text.charCodeAt(place) ^ (1 << bit)
  return text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
}

async function canonicalText(pool: Pool, column: string, text: string): Promise<string> {
  const type = { id: 'uuid', type: 'text' }[column] ?? 'jsonb'
  return (await pool.query(`select $1::${type}::text as text`, [text])).rows[0].text
}

function byPlace(a: { stream: string | null; position: string | null }, b: typeof a): number {
  return `${a.stream} ${a.position}` < `${b.stream} ${b.position}` ? -1 : 1
}
