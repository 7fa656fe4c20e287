/** A text as one word of a line to paste, whatever it contains: companies name themselves. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
