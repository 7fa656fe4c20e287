import { refuse, type Verdict } from './decision.js'
import type { EcmrFields } from './fields.js'
import { noteLimits } from './note-limits.js'

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
  return refuse('note_too_large', `What a note says takes at most ${most} KiB; this is ${bytes} bytes.`)
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
