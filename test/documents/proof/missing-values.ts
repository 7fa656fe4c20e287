import type { Shown } from './shown-values.js'

/** Shorter pieces would be found anywhere. */
const SHORTEST = 8
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const REPLACED = '\uffff'

/**
 * The values that a text lacks. Lines may be broken anywhere, and a value may go on elsewhere. What is written from right to left is
 * looked for letter by letter, since programs put such letters out in different orders.
 *
 * @param replaced characters that no font has, each `U+2603`
 */
export function missingValues(
  text: string,
  values: readonly Shown[],
  replaced: readonly string[],
): readonly string[] {
  const squeezed = squeeze(text)
  const isThere = ({ as }: Shown): boolean =>
    typeof as === 'string'
      ? piecesOf(as, replaced).every((piece) => isCovered(squeezed, squeeze(piece)))
      : as.test(text)
  return values.filter((value) => !isThere(value)).map(({ member, as }) => `${member}: ${as}`)
}

/** Those of the values that a text has somewhere. */
export function valuesIn(text: string, values: readonly string[]): readonly string[] {
  const squeezed = squeeze(text)
  return values.map(squeeze).filter((value) => value.length >= SHORTEST && squeezed.includes(value))
}

function squeeze(text: string): string {
  return text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
}

function piecesOf(value: string, replaced: readonly string[]): readonly string[] {
  const isReplaced = (character: string): boolean =>
    replaced.includes(`U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
  const marked = Array.from(value, (character) => (isReplaced(character) ? REPLACED : character)).join('')
  if (marked === value && !RIGHT_TO_LEFT.test(value)) return [value]
  return marked.split(
    new RegExp(`[\\s${REPLACED}]|(?<=${RIGHT_TO_LEFT.source})|(?=${RIGHT_TO_LEFT.source})`, 'u'),
  )
}

/** Whether a value can be put together from pieces of a text. */
function isCovered(text: string, value: string): boolean {
  for (let rest = value; rest !== ''; ) {
    const length = longestStart(text, rest)
    if (length < Math.min(SHORTEST, rest.length)) return false
    rest = rest.slice(length)
  }
  return true
}

/** Of a value as much of its beginning as a text has in one piece. */
function longestStart(text: string, value: string): number {
  let [least, most] = [0, value.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (text.includes(value.slice(0, middle))) least = middle
    else most = middle - 1
  }
  return least
}
