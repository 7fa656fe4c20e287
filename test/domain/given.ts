import { createHash } from 'node:crypto'
import {
  type Commit,
  type DecisionContext,
  decide,
  type EcmrCommand,
  type EcmrEvent,
  evolve,
  type JsonValue,
  type Note,
  type RefusalCode,
  type Status,
} from '@ecmr/domain'
import type { Test } from 'tap'
import type { Fact } from './facts.js'

/** The first instant of every story; each given event comes a minute after the one before. */
export const START = '2026-11-20T08:00:00.000Z'
export const NOW = '2026-11-21T09:30:00.000Z'

/** Stands for a salted commitment. */
export const commit: Commit = (category, name, value) => sha256([category, name, value])

export const context: DecisionContext = { now: NOW, hash: sha256, commit }

/** SHA-256 over JSON with its members in order; near enough to RFC 8785 for what tests hash. */
export function sha256(content: JsonValue): string {
  const ordered = JSON.stringify(content, (_, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(ordered).digest('hex')
}

/** Facts as events, a minute apart. */
export function stamped(facts: readonly Fact[]): readonly EcmrEvent[] {
  return facts.map((fact, minutes) => ({
    ...fact,
    at: new Date(Date.parse(START) + minutes * 60_000).toISOString(),
  }))
}

export function fold(events: readonly EcmrEvent[]): Note | null {
  return events.reduce<Note | null>(evolve, null)
}

/** The note that some facts make. */
export function noteAfter(...facts: readonly Fact[]): Note {
  const note = fold(stamped(facts))
  if (note === null) throw new Error('a note needs at least EcmrCreated')
  return note
}

/** A refusal that a case expects. */
interface Refused {
  readonly code: RefusalCode
  readonly pointers?: readonly string[]
  readonly allowed?: readonly string[]
}

/** The events, a refusal, or a look at the note as it is afterwards. */
type Expected = readonly Fact[] | Refused | ((t: Test, note: Note) => void)

/** What has happened, what is asked for, what follows. */
type Case = readonly [given: readonly Fact[], when: EcmrCommand | readonly EcmrCommand[], then: Expected]

/** A refusal, at these places of the body if any are given. */
export function refused(code: RefusalCode, ...pointers: readonly string[]): Refused {
  return pointers.length === 0 ? { code } : { code, pointers }
}

/** The refusal of a change of status that says to which the note may go. */
export function onlyTo(...allowed: readonly Status[]): Refused {
  return { code: 'invalid_transition', allowed }
}

/** Cases with the same past. */
export function after(
  given: readonly Fact[],
  cases: Readonly<Record<string, readonly [when: Case[1], then: Expected]>>,
): Readonly<Record<string, Case>> {
  return Object.fromEntries(Object.entries(cases).map(([name, [when, then]]) => [name, [given, when, then]]))
}

/** A test of each case: `specify(t, 'cancelling', { 'withdraws a draft': [[created()], cancel(), [cancelled()]] })`. */
export function specify(t: Test, subject: string, cases: Readonly<Record<string, Case>>): void {
  t.test(subject, async (t) => eachCase(t, cases))
}

/** The same in a test that has begun. */
export function eachCase(t: Test, cases: Readonly<Record<string, Case>>): void {
  for (const [name, one] of Object.entries(cases)) t.test(name, async (t) => expectDecision(t, ...one))
}

/** Signature hashes are compared by tests of their own. */
export function expectDecision(t: Test, ...[history, commands, expected]: Case): void {
  const made = decide(fold(stamped(history)), 'type' in commands ? [commands] : commands, context)
  if ('code' in expected) {
    const { code, pointers, allowed } = expected
    if (made.ok) return void t.fail(`accepted: ${made.events.map(({ type }) => type).join(', ')}`)
    t.equal(made.refusal.code, code, made.refusal.detail)
    if (pointers)
      t.strictSame(
        made.refusal.errors?.map((fault) => fault.pointer),
        pointers,
      )
    if (allowed) t.strictSame(made.refusal.allowed_transitions, allowed)
  } else if (!made.ok) t.fail(`refused as ${made.refusal.code}: ${made.refusal.detail}`)
  else if (typeof expected !== 'function')
    t.strictSame(made.events.map(withoutHashes), expected.map(withoutHashes), 'yields these events')
  else if (made.note === null) t.fail('there is no note')
  else expected(t, made.note)
}

function withoutHashes({ type, data }: Fact): unknown {
  const kept = Object.entries(data).filter(([name]) => !name.endsWith('_hash'))
  return { type, data: Object.fromEntries(kept) }
}
