import {
  allowedTransitions,
  committedFields,
  compliance,
  decide,
  type EcmrEvent,
  type Note,
  parseStatus,
  replay,
  type Status,
  signedContent,
  statuses,
} from '@ecmr/domain'
import fc from 'fast-check'
import t from 'tap'
import { commit, fold, sha256 } from '../given.js'
import { type Step, steps } from './random-steps.js'

// Invariants that hold whatever people ask for, in whatever order, with a clock that jumps back and forth.

const RUNS = { numRuns: 250 }

interface Story {
  readonly note: Note | null
  readonly events: readonly EcmrEvent[]
}

/** Decides step after step; frozen input shows that a decision changes nothing it was handed. */
function play(played: readonly Step[]): Story {
  let story: Story = { note: null, events: [] }
  for (const { commands, now } of played) {
    const made = decide(deepFrozen(story.note), deepFrozen(commands), { now, hash: sha256, commit })
    if (made.ok) story = { note: made.note, events: [...story.events, ...made.events] }
  }
  return story
}

function always(name: string, holds: (story: Story, played: readonly Step[]) => void): void {
  t.test(name, async () => {
    fc.assert(
      fc.property(steps, (played) => holds(play(played), played)),
      RUNS,
    )
  })
}

always('the events alone give the note: status, fields, everything', ({ note, events }) => {
  expectSame(fold(events), note)
})

always('events that went through the log as JSON replay to the same note', ({ note, events }) => {
  const recorded = events.map(({ type, at, data }) => ({ type, data, metadata: { recorded_at: at } }))
  expectSame(replay(JSON.parse(JSON.stringify(recorded))), { note, unknown: [] })
})

always('every prefix of the log can be replayed, so any past moment can be shown', ({ events }) => {
  for (let length = 1; length <= events.length; length++) fold(events.slice(0, length))
})

always('the status follows from the types of the events and the open incidents', ({ note, events }) => {
  expectSame(note?.status, statusFrom(events))
})

always('the version is the number of events', ({ note, events }) => {
  expectSame(note?.version ?? 0, events.length)
})

always('event times never decrease', ({ events }) => {
  const times = events.map((event) => event.at)
  expectSame(times, times.toSorted())
})

always('the same steps give the same events', ({ events }, played) => {
  expectSame(play(played).events, events)
})

always('progress goes back only with the carrier, to a draft, or with a delivery', ({ events }) => {
  const seen = events.map((_, index) =>
    ['draft', 'assigned', 'in_transit', 'delivered'].indexOf(
      fold(events.slice(0, index + 1))?.progress ?? '',
    ),
  )
  const back = seen.flatMap((at, index) => (at < (seen[index - 1] ?? 0) ? [[events[index]?.type, at]] : []))
  for (const [type, to] of back)
    if (type !== 'DeliveryReverted') expectSame([type, to], ['CarrierUnassigned', 0])
})

always('taking a delivery back leads to where the note stood by what had been reported', ({ events }) => {
  events.forEach((event, index) => {
    if (event.type !== 'DeliveryReverted') return
    const before = events.slice(
      0,
      events.findLastIndex(({ type }, at) => at < index && type === 'DeliveryConfirmed'),
    )
    const reported = before.slice(0, before.findLastIndex(({ data }) => !('inferred' in data)) + 1)
    expectSame(fold(events.slice(0, index + 1))?.progress, fold(reported)?.progress)
  })
})

always('after a delivery was taken back, no signature of the receiver counts', ({ events }) => {
  for (const index of events.keys()) {
    if (events[index]?.type !== 'DeliveryReverted') continue
    const { signatures = [] } = fold(events.slice(0, index + 1)) ?? {}
    expectSame(
      signatures.filter((one) => one.role === 'receiver' && one.covers_current_version),
      [],
    )
  }
})

always('a signature covers the note only while what was signed stands there', ({ note }) => {
  for (const signature of note?.signatures ?? []) {
    if (note && signature.covers_current_version) {
      expectSame(signature.content_hash, sha256(committedFields(signedContent(note.fields), commit)))
    }
  }
})

always('at most one signature of each role covers the note', ({ note }) => {
  const covering = (note?.signatures ?? []).filter((one) => one.covers_current_version).map((one) => one.role)
  expectSame(new Set(covering).size, covering.length)
})

always('a change of status is accepted exactly where it is said to be allowed', ({ note }) => {
  if (note === null) return
  const allowed = allowedTransitions(note)
  for (const to of statuses) {
    const made = decide(
      note,
      [{ type: 'change_status', to, ...(to !== note.status && { reason: 'because' }) }],
      {
        now: note.updated_at,
        hash: sha256,
        commit,
      },
    )
    const expected = note.cancelled_at === undefined && (to === note.status || allowed.includes(to))
    expectSame([to, made.ok], [to, expected])
    if (made.ok) expectSame(made.note?.status, to)
  }
})

always('under the strict policy nothing is on the way without what its regime asks for', ({ note }) => {
  if (note?.policy !== 'strict' || !['in_transit', 'delivered'].includes(note.progress)) return
  const { cmr, deca } = compliance(note.fields)
  for (const regime of [cmr, deca]) if (regime.applies === 'yes') expectSame(regime.missing, [])
})

/** Who may see a note, and what is shown of it, is still decided when it is cancelled. */
const AFTER_CANCELLING = new Set(['MetadataChanged', 'EcmrShared', 'SharingRevoked', 'AttachmentWithdrawn'])

always('nothing that concerns the shipment follows a cancellation', ({ events }) => {
  const story = events.filter(({ type }) => !AFTER_CANCELLING.has(type))
  const at = story.findIndex((event) => event.type === 'EcmrCancelled')
  expectSame(at === -1 ? -1 : story.length - 1, at)
})

t.test('the random stories are worth telling: every event and every refusal turns up', async (t) => {
  const seen = new Set<string>()
  for (const played of fc.sample(steps, { numRuns: 2500, seed: 7 })) {
    for (const event of play(played).events) seen.add(event.type)
    for (const code of refusalsOf(played)) seen.add(code)
  }
  for (const expected of expectedToTurnUp) t.ok(seen.has(expected), expected)
})

const expectedToTurnUp = [
  'EcmrCreated',
  'EcmrEdited',
  'EcmrAmended',
  'CarrierAssigned',
  'CarrierUnassigned',
  'EcmrSigned',
  'GoodsTakenOver',
  'VehicleChanged',
  'ReservationRecorded',
  'IncidentReported',
  'IncidentResolved',
  'DeliveryConfirmed',
  'DeliveryReverted',
  'EcmrCancelled',
  'already_exists',
  'invalid_transition',
  'incident_open',
  'cancelled',
  'cannot_cancel',
  'cannot_revert',
  'not_in_transit',
  'amendment_reason_required',
  'field_not_editable',
  'already_signed',
  'signature_required',
  'incomplete',
  'incident_not_found',
  'incident_resolved',
  'reservation_not_allowed',
  'invalid_command',
]

function refusalsOf(played: readonly Step[]): readonly string[] {
  let note: Note | null = null
  return played.flatMap(({ commands, now }) => {
    const made = decide(note, commands, { now, hash: sha256, commit })
    if (made.ok) note = made.note
    return made.ok ? [] : [made.refusal.code]
  })
}

const MOVES: ReadonlySet<string> = new Set([
  'CarrierAssigned',
  'CarrierUnassigned',
  'GoodsTakenOver',
  'DeliveryConfirmed',
  'DeliveryReverted',
])

/** The status by a reading of the log that shares nothing with `evolve`. */
function statusFrom(events: readonly EcmrEvent[]): Status | undefined {
  const happened = (type: EcmrEvent['type']) => events.filter((event) => event.type === type).length
  if (happened('IncidentReported') > happened('IncidentResolved')) return 'incident'
  const moved = events.findLast(({ type }) => MOVES.has(type))
  if (moved?.type === 'DeliveryConfirmed') return 'delivered'
  if (moved?.type === 'GoodsTakenOver') return 'in_transit'
  if (moved?.type === 'DeliveryReverted') return moved.data.back_to
  const carrier = events.findLast(({ type }) => type === 'CarrierAssigned' || type === 'CarrierUnassigned')
  if (carrier?.type === 'CarrierAssigned') return 'assigned'
  return happened('EcmrCreated') > 0 ? parseStatus('borrador') : undefined
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFrozen)
  }
  return value
}

function expectSame(found: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(ordered(found)), JSON.stringify(ordered(wanted))]
  if (left !== right) throw new Error(`found ${left}\nwanted ${right}`)
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}
