import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Company } from '@ecmr/accounts'
import {
  completeTaxId,
  inventedTaxId,
  type PlannedNote,
  planNotes,
  timeQueue,
  writeNotes,
} from '@ecmr/cli/demo'
import {
  checkFields,
  compliance,
  type DecisionContext,
  decide,
  ecmrFields,
  ecmrNumber,
  formats,
  type Note,
  type Policy,
} from '@ecmr/domain'
import { openEventStore, START } from '@ecmr/event-store'
import { keyWrap, openEvents, openKeyring } from '@ecmr/personal-data'
import { FormatRegistry, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import fc from 'fast-check'
import t from 'tap'
import { MemoryEventStore } from '../support/memory-event-store.js'
import { testKeys } from '../support/memory-keys.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { type Cli, openCli } from './ground.js'

const UNTIL = Date.parse('2026-11-20T12:00:00Z')
const plan = (
  seed: number,
  count = 50,
  more: Partial<Parameters<typeof planNotes>[0]> = {},
): readonly PlannedNote[] => [
  ...planNotes({ count, seed, until: UNTIL, createdOnly: false, policy: 'lenient', ...more }),
]

const sorted = (numbers: readonly number[]): readonly number[] => numbers.toSorted((a, b) => a - b)

t.before(() => {
  for (const [name, check] of Object.entries(formats)) FormatRegistry.Set(name, check)
})

t.test('the same seed gives the same notes, another seed other ones', async (t) => {
  t.equal(JSON.stringify(plan(7)), JSON.stringify(plan(7)))
  t.not(JSON.stringify(plan(7)), JSON.stringify(plan(8)))
  t.ok(plan(1, 20, { createdOnly: true }).every(({ later }) => later.length === 0))
})

t.test('every field is one that a client could have sent', async (t) => {
  const schema = Type.Partial(Type.Object(ecmrFields), { additionalProperties: false })
  for (const { fields } of plan(3, 300)) {
    t.same([...Value.Errors(schema, fields)], [])
    t.same(checkFields(fields, 'create'), [])
  }
})

t.test('every command is accepted under either policy, and the notes stand at every stage', async (t) => {
  for (const policy of ['lenient', 'strict'] as const) {
    const notes = plan(11, 50, { policy }).map((planned) => live(planned, policy))
    const statuses = new Set(notes.map(({ status }) => status))
    t.same([...statuses].sort(), ['assigned', 'delivered', 'draft', 'in_transit', 'incident'])
    const stages: Readonly<Record<string, (note: Note) => boolean>> = {
      cancelled: ({ cancelled_at }) => cancelled_at !== undefined,
      'with reservations': ({ reservations }) => reservations.length > 0,
      'with a resolved incident': ({ incidents }) => incidents.some(({ status }) => status === 'resolved'),
      'changed since it was signed': ({ signatures }) =>
        signatures.some((signature) => !signature.covers_current_version),
      'signed by the sender': ({ status, signatures }) => status === 'assigned' && signatures.length === 1,
    }
    for (const [stage, is] of Object.entries(stages)) t.ok(notes.some(is), `some are ${stage}`)
  }
})

t.test('a delivered note holds all that CMR and DeCA ask for', async (t) => {
  const notes = plan(5, 100).map((planned) => live(planned, 'lenient'))
  for (const { fields } of notes.filter(({ progress }) => progress === 'delivered'))
    t.match(compliance(fields), { cmr: { missing: [] }, deca: { missing: [] } })
})

t.test('time runs forward, at any time of the day, within six weeks that end at the instant', async (t) => {
  const midnight = Date.parse('2026-11-20T00:00:00Z')
  const halfHours = Array.from({ length: 48 }, (_, nth) => midnight + nth * 1_800_000)
  for (const until of [...halfHours, UNTIL - 1, UNTIL, UNTIL + 1]) {
    const [now, notes] = [new Date(until).toISOString(), plan(4, 500, { until })]
    const created = notes.map(({ createdAt }) => createdAt)
    t.strictSame(created, sorted(created), now)
    t.equal(new Set(created).size, 500, `${now}: no two are made out at the same instant`)
    t.ok(Math.min(...created) >= until - 43 * 86_400_000, now)
    for (const { createdAt, later } of notes) {
      const instants = [createdAt, ...later.map(({ at }) => at)]
      if (sorted(instants).some((at, nth) => at !== instants[nth] || at > until))
        t.fail(`${now}: ${instants}`)
    }
  }
})

t.test('the last notes of a morning are written, and those that are made out this very moment', async (t) => {
  for (const time of ['2026-11-20T04:30:00Z', '2026-11-20T10:30:00Z', '2026-11-20T23:59:59Z']) {
    const until = Date.parse(time)
    // All of a hasty note's life falls into one instant.
    const hasty = plan(4, 500, { until, policy: demoCompany.policy }).map((note, nth) =>
      nth < 450
        ? note
        : { ...note, createdAt: until, later: note.later.map((errand) => ({ ...errand, at: until })) },
    )
    const written = await writeNotes({
      store: new MemoryEventStore(),
      keys: testKeys,
      clock: () => new Date(),
      company: demoCompany,
      actor: { kind: 'operator', id: 'test', company_id: demoCompany.id },
      notes: hasty,
      nextNumber: async () => ecmrNumber(2026, randomBytes(9)),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    t.equal(written.notes, 500)
  }
})

const demoCompany: Company = {
  id: '01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70',
  policy: 'strict',
  name: 'Transportes Demo',
  plan: 'pro',
  tax_id: null,
  address: null,
  city: null,
  postal_code: null,
  country: null,
  phone: null,
  time_zone: 'Europe/Madrid',
  storage_quota: null,
  logo: null,
  requires_second_factor: false,
  handle: 'c-0123456789ab',
  handle_changed_at: null,
  takes_shares: true,
  created_at: '2026-01-01T00:00:00.000Z',
}

const hash: DecisionContext['hash'] = (content) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** Lets a planned note live through the domain's decisions. */
function live(planned: PlannedNote, policy: Policy): Note {
  const ecmr_number = ecmrNumber(2026, new Uint8Array(9))
  const { id, createdAt, fields, later } = planned
  const create = { type: 'create', id, ecmr_number, company_id: 'c', policy, fields } as const
  let note: Note | null = null
  for (const { at, commands } of [{ at: createdAt, commands: [create] }, ...later]) {
    const decision = decide(note, commands, { now: new Date(at).toISOString(), hash, commit: () => '' })
    if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`)
    note = decision.note
  }
  if (note === null) throw new Error('the note was not created')
  return note
}

t.test('check digits are the ones of numbers that the authorities publish as examples', async (t) => {
  t.equal(completeTaxId.ES('5881850'), 'B58818501')
  t.equal(completeTaxId.FR('30326504'), 'FR40303265045')
  t.equal(completeTaxId.IT('0074311015'), 'IT00743110157')
  t.equal(completeTaxId.DE('13669597'), 'DE136695976')
  t.equal(completeTaxId.PT('50196484'), 'PT501964843')
  t.equal(completeTaxId.BE('04287594'), 'BE0428759497')
  t.equal(completeTaxId.NL('00449544'), 'NL004495445B01')
  t.equal(completeTaxId.PL('856734621'), 'PL8567346215')
  const invented = (country: 'ES' | 'NL') =>
    Array.from({ length: 300 }, (_, serial) => inventedTaxId(country, serial))
  t.ok(
    invented('ES').every((id) => /^B00\d{6}$/.test(id)),
    'invented ones are recognised',
  )
  t.equal(new Set([...invented('ES'), ...invented('NL')]).size, 600, 'and never repeat')
})

t.test('a queue hands out what is due, earliest first, then in the order of adding', async () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), (times, now) => {
      const queue = timeQueue<{ at: number; nth: number }>()
      const items = times.map((at, nth) => ({ at, nth }))
      for (const item of items) queue.add(item)
      const taken: { at: number; nth: number }[] = []
      for (let item = queue.takeDue(now); item !== undefined; item = queue.takeDue(now)) taken.push(item)
      const due = items.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at || a.nth - b.nth)
      return JSON.stringify(taken) === JSON.stringify(due)
    }),
  )
})

const SEED = 'demo seed --notes 50 --seed 42 --until 2026-11-20T12:00:00Z'

/** Everything that was recorded about notes, without what is drawn anew each time. */
async function recorded({ pool, url }: Cli) {
  const keys = openKeyring({ pool, wrap: keyWrap(SECRET_KEY) })
  const store = await openEventStore({ kind: 'postgres', url, pool: { max: 1 } })
  const events = await openEvents(await store.readAll({ after: START, limit: 1_000 }), keys)
  await store.close()
  return events
    .filter(({ stream }) => stream.startsWith('ecmr-'))
    .map(({ stream, revision, type, data, metadata }) => {
      const { ecmr_number: _n, company_id: _c, content_hash: _h, signature_hash: _s, ...said } = data
      const { previous_signature_hash: _p, ...kept } = said
      return { stream, revision, type, recorded_at: metadata.recorded_at, data: kept }
    })
    .sort((a, b) => (a.stream === b.stream ? a.revision - b.revision : a.stream < b.stream ? -1 : 1))
}

t.test('the same seed writes the same events, at the same instants', async (t) => {
  const [here, spawned] = [await openCli(t), await openCli(t)]
  const { code, stdout, stderr } = await spawned.start(`${SEED} --json`).ran
  t.equal(code, 0, stderr)
  for (const printed of [await here.json(SEED), JSON.parse(stdout)])
    t.match(printed, { notes: 50, seed: 42, company: { plan: 'pro' } })
  const events = await recorded(here)
  t.ok(events.length > 150)
  t.same(await recorded(spawned), events)
  const backwards = events.filter(({ stream, recorded_at }, index) => {
    const before = events[index - 1]
    return before?.stream === stream && before?.recorded_at > recorded_at
  })
  t.same(backwards, [], 'time never runs backwards in a stream')
  const sentence = 'error: The notes of seed 42 already exist. Choose another --seed.\n'
  await here.refuses(t, SEED, sentence)
})

t.test('with several companies the owner has to be named', async (t) => {
  const { json, refuses } = await openCli(t)
  for (const name of ['Norte', 'Sur']) await json(`companies create --name ${name}`)
  const sentence = 'error: There are several companies. Choose one with --company.\n'
  await refuses(t, 'demo seed --notes 2', sentence)
  const named = await json('demo seed --notes 2 --company sur --created-only')
  t.match(named, { company: { name: 'Sur' }, notes: 2, events: 2 })
})

t.test('Ctrl-C ends a long run with one sentence, and what was written is whole', async (t) => {
  const { pool, json, start } = await openCli(t)
  await json('demo seed --notes 1')
  const { child, ran } = start('demo seed --notes 1000000')
  const events = async () => Number((await pool.query('select count(*) from log.events')).rows[0].count)
  const before = await events()
  while ((await events()) <= before && child.exitCode === null) await delay(20)
  child.kill('SIGINT')
  t.same(await ran, { code: 1, stdout: '', stderr: 'error: Interrupted.\n' })
  await json('audit verify')
})
