import { isDeepStrictEqual } from 'node:util'
import { openEventStore, type RecordedEvent, seenOf } from '@ecmr/event-store'
import type { Pool } from 'pg'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { tamper } from '../event-store/restore-older.js'
import { openCli } from './ground.js'

const LOG_COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'
const HISTORY_COLUMNS = 'position, ecmr_id, company_id, revision, type, event_id, recorded_at, data, metadata'

/** Positions without holes, in the order in which the events stand. */
const CLOSE_UP = `
  update log.events e set position = -n.place
    from (select position, row_number() over (order by position) as place from log.events) n
    where n.position = e.position;
  update log.events set position = -position`

interface Problem {
  readonly problem: string
  readonly stream: string | null
  readonly revision: number | null
  readonly position: string | null
  readonly detail: string
}

/** What is done, and one of the problems that are named then. */
interface Manipulation {
  readonly sql: readonly string[]
  readonly named: Partial<Problem>
}

const place = ({ position }: RecordedEvent): number => Number(position)
const isNote = ({ stream }: RecordedEvent): boolean => stream.startsWith('ecmr-')
const idOf = ({ stream }: RecordedEvent): string => stream.slice('ecmr-'.length)

function exchange(a: RecordedEvent, b: RecordedEvent): readonly string[] {
  return [
    `update log.events set position = -1 where position = ${place(a)}`,
    `update log.events set position = ${place(a)} where position = ${place(b)}`,
    `update log.events set position = ${place(b)} where position = -1`,
  ]
}

function removeNote(note: RecordedEvent): readonly string[] {
  return [`delete from log.events where stream = '${note.stream}'`, CLOSE_UP]
}

function forgetNote(note: RecordedEvent): readonly string[] {
  return [
    `delete from rm_history.events where ecmr_id = '${idOf(note)}'`,
    `delete from rm_list.notes where id = '${idOf(note)}'`,
  ]
}

function forgetAfter(position: string): readonly string[] {
  return [
    `delete from log.events where position > ${Number(position)}`,
    `delete from rm_history.events where position > '${position}'`,
    `delete from rm_list.notes n where not exists (select from rm_history.events h where h.ecmr_id = n.id)`,
    `update rm_list.notes n set item = jsonb_set(item::jsonb, '{version}', to_jsonb(
       (select count(*) from rm_history.events h where h.ecmr_id = n.id)))`,
  ]
}

/** What a database's owner can do without computing a hash, and what is named then. */
function manipulationsOf(log: readonly RecordedEvent[]): Readonly<Record<string, Manipulation>> {
  const pick = (event: RecordedEvent | undefined): RecordedEvent => {
    if (event) return event
    throw new Error('the demonstration holds no such event')
  }
  const events = (stream: string): readonly RecordedEvent[] => log.filter((event) => event.stream === stream)
  const long = log.filter((event) => isNote(event) && event.revision === 0 && events(event.stream).length > 3)
  const [one, other] = [pick(long[0]), pick(long[1])]
  const middle = pick(events(one.stream)[1])
  const elsewhere = pick(events(other.stream)[2])
  const last = pick(log.filter(isNote).at(-1))
  const company = pick(log.find((event) => !isNote(event)))
  const adjacent = log.findIndex(
    (event, i) => isNote(event) && log[i + 1] !== undefined && event.stream !== log[i + 1]?.stream,
  )
  const [before, after] = [pick(log[adjacent]), pick(log[adjacent + 1])]
  const older = pick(log.filter(isNote).at(-15)).position
  const at = `position = ${place(middle)}`
  const changed = { problem: 'changed', stream: middle.stream, revision: middle.revision }
  return {
    'the newest event removed': {
      sql: [`delete from log.events where position = ${place(pick(log.at(-1)))}`],
      named: { problem: 'missing' },
    },
    'the newest twenty events removed': {
      sql: [`delete from log.events where position > ${log.length - 20}`],
      named: { problem: 'missing', stream: last.stream },
    },
    'a whole note removed and the positions closed up': {
      sql: removeNote(one),
      named: { problem: 'missing', stream: one.stream },
    },
    'a whole note removed from the log and the read models, and the positions closed up': {
      sql: [...removeNote(one), ...forgetNote(one)],
      named: { problem: 'missing', detail: 'is gone: the chain over the whole log does not lead' },
    },
    'the newest note removed from the log and the read models': {
      sql: [...removeNote(last), ...forgetNote(last)],
      named: { problem: 'missing', detail: 'has come to this event' },
    },
    'an event removed from the middle': {
      sql: [`delete from log.events where ${at}`],
      named: { ...changed, problem: 'missing' },
    },
    'an event removed from the middle and the positions closed up': {
      sql: [`delete from log.events where ${at}`, CLOSE_UP],
      named: { ...changed, problem: 'missing' },
    },
    'an event removed from the middle, positions and revisions closed up': {
      sql: [
        `delete from log.events where ${at}`,
        CLOSE_UP,
        `update log.events set revision = -revision where stream = '${middle.stream}' and revision > 1`,
        `update log.events set revision = -revision - 1 where stream = '${middle.stream}' and revision < 0`,
      ],
      named: { ...changed, problem: 'missing' },
    },
    'an event removed from the log and the history alike, and the positions closed up': {
      sql: [
        `delete from log.events where ${at}`,
        CLOSE_UP,
        `delete from rm_history.events where event_id = '${middle.id}'`,
      ],
      named: { ...changed, problem: 'missing' },
    },
    'the events of a company removed and the positions closed up': {
      sql: [`delete from log.events where stream = '${company.stream}'`, CLOSE_UP],
      named: { problem: 'missing', detail: 'the chain over the whole log' },
    },
    'two events of different notes in each other’s position': {
      sql: exchange(middle, elsewhere),
      named: { ...changed, problem: 'reordered' },
    },
    'two events of different notes in each other’s position, in the history as well': {
      sql: [
        ...exchange(middle, elsewhere),
        `update rm_history.events set position = case event_id when '${middle.id}' then '${elsewhere.position}'
           else '${middle.position}' end where event_id in ('${middle.id}', '${elsewhere.id}')`,
      ],
      named: { problem: 'reordered', stream: middle.stream, detail: 'it was recorded after event 0 of' },
    },
    'two adjacent events of different streams in each other’s position': {
      sql: exchange(before, after),
      named: { problem: 'reordered', stream: before.stream },
    },
    'two events of one note in each other’s position': {
      sql: exchange(one, middle),
      named: { problem: 'reordered', stream: one.stream },
    },
    'two events in each other’s position, while the chain stays where it was': {
      sql: [
        `create temp table chains on commit drop as select position, chain from log.events`,
        ...exchange(middle, elsewhere),
        `update log.events e set chain = c.chain from chains c where c.position = e.position`,
      ],
      named: { problem: 'reordered', stream: middle.stream },
    },
    'a note moved to the end': {
      sql: [`update log.events set position = position + 1000000 where stream = '${one.stream}'`, CLOSE_UP],
      named: { problem: 'reordered', stream: one.stream, revision: 0 },
    },
    'the order of the whole log reversed within a range': {
      sql: [
        `update log.events set position = -position where position between 10 and 20`,
        `update log.events set position = 30 + position where position < 0`,
      ],
      named: { problem: 'reordered' },
    },
    'a row copied under another stream': {
      sql: [
        `insert into log.events (${LOG_COLUMNS}) select ${log.length + 1}, 'ecmr-' || gen_random_uuid(), 0, id, type, data,
           metadata, recorded_at, bytes, chain from log.events where position = ${place(one)}`,
      ],
      named: { problem: 'changed', position: String(log.length + 1).padStart(16, '0') },
    },
    'a note under another name': {
      sql: [`update log.events set stream = stream || '0' where stream = '${one.stream}'`],
      named: { problem: 'changed', stream: `${one.stream}0` },
    },
    'a note under another name in the read models as well': {
      sql: [
        `update log.events set stream = 'ecmr-00000000-0000-4000-8000-000000000000' where stream = '${one.stream}'`,
        `update rm_history.events set ecmr_id = '00000000-0000-4000-8000-000000000000' where ecmr_id = '${idOf(one)}'`,
      ],
      named: { problem: 'changed', stream: 'ecmr-00000000-0000-4000-8000-000000000000' },
    },
    'another time': {
      sql: [`update log.events set recorded_at = recorded_at - interval '1 hour' where ${at}`],
      named: changed,
    },
    'hash and chain copied from another event': {
      sql: [
        `update log.events e set chain = o.chain, metadata = jsonb_set(e.metadata, '{hash}', o.metadata -> 'hash')
           from log.events o where e.${at} and o.position = ${place(elsewhere)}`,
      ],
      named: changed,
    },
    'log and read models cut off at the same place': {
      sql: forgetAfter(older),
      named: { problem: 'missing', detail: 'it was cut off, or moved' },
    },
  }
}

t.test('whatever is done to the log without computing hashes is named', async (t) => {
  const { pool, log, problems, restore } = await installation(t)
  t.strictSame(await problems(), [], 'an untouched log holds')
  for (const [what, { sql, named }] of Object.entries(manipulationsOf(log))) {
    await t.test(what, async (t) => {
      t.teardown(restore)
      await tamper(pool, sql)
      const found = await problems()
      t.ok(
        found.some(({ detail, ...problem }) => {
          const { detail: part = '', ...rest } = named
          return detail.includes(part) && isDeepStrictEqual({ ...problem, ...rest }, problem)
        }),
        JSON.stringify(found.slice(0, 5)),
      )
      t.ok(found.every(({ detail }) => detail.length > 0))
    })
  }

  await t.test('but for everything, checkpoints included, put back to one older state', async (t) => {
    const older = log.filter(isNote).at(-15)
    if (!older) throw new Error('the demonstration is too small')
    t.teardown(restore)
    const seen = JSON.stringify(seenOf(older))
    await tamper(pool, [
      ...forgetAfter(older.position),
      `update projections.checkpoints set position = '${older.position}', seen = '${seen}'`,
      `update broker.checkpoints set position = '${older.position}', seen = '${seen}'`,
    ])
    t.strictSame(await problems(), [], 'only what is kept outside the database could tell')
  })
})

async function installation(t: Test) {
  const { url, pool, ecmr, json } = await openCli(t)
  await json('demo seed --notes 15 --seed 7')
  await json('projections rebuild all')
  const store = await openEventStore({ kind: 'postgres', url })
  const log = await logAfter(store, '')
  await store.close()
  const kept = ['log.events', 'rm_history.events', 'rm_list.notes', 'projections.checkpoints']
  for (const table of kept)
    await pool.query(`create table public.${table.replace('.', '_')} as table ${table}`)
  return {
    pool,
    log,
    async problems(): Promise<readonly Problem[]> {
      const { code, stdout, stderr } = await ecmr('audit verify --json')
      const report: { ok: boolean; problems: readonly Problem[] } = JSON.parse(stdout || stderr)
      if (code !== (report.ok ? 0 : 1)) throw new Error(`exit code ${code}: ${stderr}`)
      return report.problems
    },
    restore: () => putBack(pool),
  }
}

async function putBack(pool: Pool): Promise<void> {
  await tamper(pool, [
    `truncate log.events; insert into log.events (${LOG_COLUMNS}) select ${LOG_COLUMNS} from public.log_events`,
    `truncate rm_history.events;
     insert into rm_history.events (${HISTORY_COLUMNS}) select ${HISTORY_COLUMNS} from public.rm_history_events`,
    `delete from rm_list.notes n where true`,
    `insert into rm_list.notes select * from public.rm_list_notes`,
    `update projections.checkpoints c set position = k.position, seen = k.seen
       from public.projections_checkpoints k where k.name = c.name`,
  ])
}
