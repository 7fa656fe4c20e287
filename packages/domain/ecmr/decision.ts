import type { JsonValue } from '../json.js'
import type { Refusal, RefusalCode } from '../refusals.js'
import type { EcmrEvent, EcmrEventData, EcmrEventType } from './events.js'
import type { Commit } from './personal-data.js'
import type { Note } from './state.js'

/** What a decision may know of the world. All of it are arguments, so that the same input gives the same events. */
export interface DecisionContext {
  /** the present instant: RFC 3339, UTC, milliseconds */
  readonly now: string
  /** SHA-256 (hex) over the RFC 8785 form of the content */
  readonly hash: (content: JsonValue) => string
  /** what stands for personal values where they are hashed */
  readonly commit: Commit
  /** what the note's events take so far, as JSON; nothing unless given */
  readonly bytes?: number
}

/** The outcome for a list of commands: the events to append and the note after them, or why not. */
export type Decision =
  | { readonly ok: true; readonly events: readonly EcmrEvent[]; readonly note: Note | null }
  | { readonly ok: false; readonly refusal: Refusal }

/** An event that `decide` has yet to stamp with its time. */
export type Fact = {
  readonly [T in EcmrEventType]: { readonly type: T; readonly data: EcmrEventData[T] }
}[EcmrEventType]

/** The outcome for a single command. */
export type Verdict =
  | { readonly ok: true; readonly facts: readonly Fact[] }
  | { readonly ok: false; readonly refusal: Refusal }

/** Accepts a command; no facts at all: there is nothing to change. */
export function accept(...facts: readonly Fact[]): Verdict {
  return { ok: true, facts }
}

/** Refuses a command with one sentence about this very case. */
export function refuse(
  code: RefusalCode,
  detail: string,
  more: Omit<Refusal, 'code' | 'detail'> = {},
): Verdict {
  return { ok: false, refusal: { code, detail, ...more } }
}

/** What a free text says, or `undefined` when it is missing or blank. */
export function stated(text: string | undefined): string | undefined {
  return text?.trim() || undefined
}
