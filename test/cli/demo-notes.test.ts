import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Company } from '@ecmr/accounts'
import { type PlannedNote, planNotes, writeNotes } from '@ecmr/cli/demo'
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
import { FormatRegistry, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { MemoryEventStore } from '../support/memory-event-store.js'

const UNTIL = Date.parse('2026-11-20T12:00:00Z')
const plan = (seed: number, count = 50, createdOnly = false): readonly PlannedNote[] => [
  ...planNotes({ count, seed, until: UNTIL, createdOnly }),
]

t.before(() => {
  for (const [name, check] of Object.entries(formats)) FormatRegistry.Set(name, check)
})

t.test('the same seed gives the same notes, another seed other ones', async (t) => {
  t.equal(JSON.stringify(plan(7)), JSON.stringify(plan(7)))
  t.not(JSON.stringify(plan(7)), JSON.stringify(plan(8)))
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
    const notes = plan(11).map((planned) => live(planned, policy))
    const statuses = new Set(notes.map(({ status }) => status))
    t.same([...statuses].sort(), ['assigned', 'delivered', 'draft', 'in_transit', 'incident'])
    t.ok(
      notes.some(({ cancelled_at }) => cancelled_at !== undefined),
      'some are cancelled',
    )
    t.ok(
      notes.some(({ reservations }) => reservations.length > 0),
      'some carry reservations',
    )
    t.ok(notes.some(({ incidents }) => incidents.some(({ status }) => status === 'resolved')))
    t.ok(notes.some(({ signatures }) => signatures.some((signature) => !signature.covers_current_version)))
    t.ok(notes.some(({ status, signatures }) => status === 'assigned' && signatures.length === 1))
  }
})

t.test('a delivered note holds all that CMR and DeCA ask for', async (t) => {
  const delivered = plan(5, 100)
    .map((planned) => live(planned, 'lenient'))
    .filter(isDelivered)
  for (const { fields } of delivered) {
    t.same(compliance(fields).cmr.missing, [])
    t.same(compliance(fields).deca.missing, [])
  }
})

t.test('time runs forward, within six weeks that end at the given instant', async (t) => {
  const notes = plan(2, 400)
  const created = notes.map(({ createdAt }) => createdAt)
  t.same(
    created,
    created.toSorted((a, b) => a - b),
  )
  for (const { createdAt, later } of notes) {
    const instants = [createdAt, ...later.map(({ at }) => at)]
    t.same(
      instants,
      instants.toSorted((a, b) => a - b),
    )
    t.ok(createdAt >= UNTIL - 43 * 86_400_000 && instants.every((at) => at <= UNTIL))
  }
})

t.test('notes can be written at any time of the day, each in the order of its story', async (t) => {
  const halfHours = Array.from(
    { length: 48 },
    (_, nth) => Date.parse('2026-11-20T00:00:00Z') + nth * 1_800_000,
  )
  for (const until of [...halfHours, UNTIL - 1, UNTIL + 1]) {
    const [now, notes] = [
      new Date(until).toISOString(),
      [...planNotes({ count: 500, seed: 4, until, createdOnly: false })],
    ]
    const created = notes.map(({ createdAt }) => createdAt)
    t.strictSame(
      created,
      created.toSorted((a, b) => a - b),
      now,
    )
    t.equal(new Set(created).size, 500, `${now}: no two are made out at the same instant`)
    const instants = notes.flatMap(({ createdAt, later }) => [createdAt, ...later.map(({ at }) => at)])
    t.ok(Math.max(...instants) <= until, now)
  }
})

t.test('the last notes of a morning are written, and those that are made out this very moment', async (t) => {
  const company = { id: randomUUID(), policy: 'strict' } as const
  for (const until of ['2026-11-20T04:30:00Z', '2026-11-20T10:30:00Z', '2026-11-20T23:59:59Z'].map(
    Date.parse,
  )) {
    const planned = [...planNotes({ count: 500, seed: 4, until, createdOnly: false })]
    const hasty = planned.map((note, nth) => (nth < 450 ? note : atOnce(note, until)))
    const store = new MemoryEventStore()
    const written = await writeNotes({
      store,
      clock: () => new Date(),
      company: { ...demoCompany, ...company },
      actor: { kind: 'operator', id: 'test', name: 'Test', company_id: company.id },
      notes: hasty,
      nextNumber: async () => ecmrNumber(2026, randomBytes(9)),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    t.equal(written.notes, 500)
  }
})

t.test('notes that are only created have nothing after that', async (t) => {
  t.ok(plan(1, 20, true).every(({ later }) => later.length === 0))
})

const demoCompany: Omit<Company, 'id' | 'policy'> = {
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
  created_at: '2026-01-01T00:00:00.000Z',
}

/** The same note, all of whose life falls into one instant. */
function atOnce(note: PlannedNote, at: number): PlannedNote {
  return { ...note, createdAt: at, later: note.later.map((errand) => ({ ...errand, at })) }
}

const isDelivered = ({ progress }: Note): boolean => progress === 'delivered'

const hash: DecisionContext['hash'] = (content) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

/** Lets a planned note live through the domain's decisions. */
function live(planned: PlannedNote, policy: Policy): Note {
  const ecmr_number = ecmrNumber(2026, new Uint8Array(9))
  const { id, createdAt, fields, later } = planned
  const create = { type: 'create', id, ecmr_number, company_id: 'c', policy, fields } as const
  let note: Note | null = null
  for (const { at, commands } of [{ at: createdAt, commands: [create] }, ...later]) {
    const decision = decide(note, commands, { now: new Date(at).toISOString(), hash })
    if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`)
    note = decision.note
  }
  if (note === null) throw new Error('the note was not created')
  return note
}
