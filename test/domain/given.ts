import { createHash } from 'node:crypto'
import {
  type DecisionContext,
  decide,
  type EcmrCommand,
  type EcmrEvent,
  evolve,
  type JsonValue,
  type Note,
  type RefusalCode,
} from '@ecmr/domain'
import type { Test } from 'tap'
import type { Fact } from './facts.js'

/** The first instant of every story; each given event comes a minute after the one before. */
export const START = '2026-11-20T08:00:00.000Z'
export const NOW = '2026-11-21T09:30:00.000Z'

export const context: DecisionContext = { now: NOW, hash: sha256 }

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

type Body = (t: Test) => Promise<void>

/**
 * The specification of a decision, as the body of a test:
 * `t.test('what happens', given(created()).when(cancel()).then(cancelled()))`.
 * Signature hashes are compared by tests of their own.
 */
export function given(...history: readonly Fact[]) {
  const note = fold(stamped(history))
  return {
    when(...commands: readonly EcmrCommand[]) {
      const decision = () => decide(note, commands, context)
      return {
        // biome-ignore lint/suspicious/noThenProperty: the third word of given, when, then; a specification is never awaited
        then(...expected: readonly Fact[]): Body {
          return async (t) => {
            const made = decision()
            if (!made.ok) return void t.fail(`refused as ${made.refusal.code}: ${made.refusal.detail}`)
            t.strictSame(made.events.map(withoutHashes), expected.map(withoutHashes), 'yields these events')
          }
        },
        refused(
          code: RefusalCode,
          more: { pointers?: readonly string[]; allowed?: readonly string[] } = {},
        ): Body {
          return async (t) => {
            const made = decision()
            if (made.ok)
              return void t.fail(`accepted with ${made.events.map((e) => e.type).join(', ') || 'no events'}`)
            t.equal(made.refusal.code, code, made.refusal.detail)
            if (more.pointers)
              t.strictSame(
                made.refusal.errors?.map((fault) => fault.pointer),
                more.pointers,
              )
            if (more.allowed) t.strictSame(made.refusal.allowed_transitions, more.allowed)
          }
        },
        /** Looks at the note as it is afterwards. */
        leaves(look: (t: Test, note: Note) => void): Body {
          return async (t) => {
            const made = decision()
            if (!made.ok) return void t.fail(`refused as ${made.refusal.code}: ${made.refusal.detail}`)
            if (made.note === null) return void t.fail('there is no note')
            look(t, made.note)
          }
        },
      }
    },
  }
}

function withoutHashes({ type, data }: Fact): unknown {
  const kept = Object.entries(data).filter(([name]) => !name.endsWith('_hash'))
  return { type, data: Object.fromEntries(kept) }
}
