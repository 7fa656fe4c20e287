import { type DecisionContext, refuse, type Verdict } from './decision.js'
import type { EcmrFields } from './fields.js'
import type { Note } from './state.js'

/**
 * The most that one consignment note may hold. A note is read whole for every command and every record, so what it may
 * cost is bounded here, in number and in bytes.
 *
 * Only what can be repeated without end is limited, each in its decision: edits, incidents, reservations, deliveries that are
 * taken back, invitations, attachments, shares, and further signatures of a role that has signed. Whatever ends a note (first signatures, taking over, delivery, resolving,
 * cancelling) is possible beyond these limits too; it can happen only so often.
 */
export const noteLimits = {
  incidents: 100,
  reservations: 100,
  signatures: 30,
  revertedDeliveries: 20,
  invitations: 100,
  /** withdrawn ones are among them: their bytes stay */
  attachments: 50,
  shares: 100,
  /** versions of documents that were asked for; those that follow from changes are bounded by these */
  documents: 100,
  /** the version of a note is the number of its events */
  events: 1_000,
  /** of its fields, as JSON in UTF-8 */
  fieldBytes: 256 * 1024,
  /** of all its events, as JSON; the command that crosses the limit is the last one that adds */
  bytes: 4 * 1024 * 1024,
} as const

const CREATE_ANOTHER = 'Create another note to continue; this one can still be completed.'

/**
 * The refusal of a command that would add to a note which is full; `undefined` when there is room.
 *
 * @param list what it adds to besides the note's events: how many there are, how many there may be, what they are called
 */
export function refuseFull(
  note: Note,
  { bytes = 0 }: Pick<DecisionContext, 'bytes'>,
  ...list: readonly (readonly [count: number, limit: number, what: string])[]
): Verdict | undefined {
  const counts = [...list, [note.version, noteLimits.events, 'events'] as const]
  const full = counts.find(([count, limit]) => count >= limit)
  if (full !== undefined) {
    const [, limit, what] = full
    const most = limit.toLocaleString('en')
    return refuse(
      'too_many',
      `A note has at most ${most} ${what}, and this one has reached that. ${CREATE_ANOTHER}`,
    )
  }
  if (bytes < noteLimits.bytes) return undefined
  const mebibytes = noteLimits.bytes / 1_048_576
  return refuse(
    'note_too_large',
    `The events of a note can take at most ${mebibytes} MiB, and these have reached that. ${CREATE_ANOTHER}`,
  )
}

/**
 * The refusal of fields that say more than a note may hold. A note from before this limit may keep what it has, and be
 * made shorter.
 *
 * @param before what the note says now
 */
export function fieldsTooLarge(fields: EcmrFields, before?: EcmrFields): Verdict | undefined {
  const bytes = bytesAbove(noteLimits.fieldBytes, fields)
  if (bytes === undefined || (before && bytes <= (bytesAbove(0, before) ?? 0))) return undefined
  const most = noteLimits.fieldBytes / 1024
  return refuse(
    'note_too_large',
    `The fields of a note can take at most ${most} KiB; these take ${bytes} bytes.`,
  )
}

/** How many bytes fields take, if more than `limit`. Most are so short that they need not be encoded. */
function bytesAbove(limit: number, fields: EcmrFields): number | undefined {
  const json = JSON.stringify(fields)
  if (json.length * LONGEST_CHARACTER <= limit) return undefined
  const bytes = utf8Length(json)
  return bytes > limit ? bytes : undefined
}

/** Bytes of UTF-8 for one UTF-16 unit. */
const LONGEST_CHARACTER = 3

function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
