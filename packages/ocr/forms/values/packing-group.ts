import type { FoundValue } from './found-value.js'
import type { Hints } from './hints.js'

const STROKES = '([I|l1!]{1,3})(?![\\p{L}\\p{N}])'
const NAMES =
  'G\\.?\\s?E\\.?|P\\.?\\s?G\\.?|V\\.?\\s?G\\.?|[Gg]rupo de embalaje|[Pp]acking group|[Gg]roupe d.emballage|[Vv]erpackungsgruppe'
const NAMED = new RegExp(`(?<!\\p{L})(?:${NAMES})[\\s:.]{0,3}${STROKES}`, 'u')
const LISTED = new RegExp(`\\bUN\\s?\\d{4}\\b[^;\\n]{0,140},\\s?${STROKES}`, 'u')
const ALONE = new RegExp(`^\\s*${STROKES}\\s*$`, 'u')

const GROUPS = ['I', 'II', 'III'] as const

/** The first packing group of a text. */
export function readPackingGroup(
  text: string,
  _hints: Hints = {},
): FoundValue<'I' | 'II' | 'III'> | undefined {
  const found = NAMED.exec(text) ?? LISTED.exec(text) ?? ALONE.exec(text)
  const strokes = found?.[1]
  const value = GROUPS[(strokes?.length ?? 0) - 1]
  if (found === null || value === undefined) return undefined
  return { value, source: found[0].trim(), plausibility: strokes === value ? 1 : 0.75 }
}
