// The rows of a keyboard: adjacent keys follow from each other.
const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjklñ', 'zxcvbnm']

/** How many characters of a text do not follow from the one before, as in a row of keys, a count or a repetition. */
export function unpredictableCharacters(text: string): number {
  const characters = [...text]
  return characters.filter((character, at) => at === 0 || !follows(characters[at - 1] ?? '', character))
    .length
}

function follows(before: string, after: string): boolean {
  const step = (after.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  return Math.abs(step) <= 1 || areAdjacent(before, after)
}

function areAdjacent(a: string, b: string): boolean {
  const [one, other] = [keyOf(a), keyOf(b)]
  if (one === undefined || other === undefined) return false
  return Math.abs(one.row - other.row) <= 1 && Math.abs(one.column - other.column) <= 1
}

function keyOf(character: string): { readonly row: number; readonly column: number } | undefined {
  const row = KEYBOARD.findIndex((keys) => keys.includes(character))
  return row < 0 ? undefined : { row, column: KEYBOARD[row]?.indexOf(character) ?? 0 }
}
