/** Checks that a text is a URL with one of the given schemes, and returns it as it is. Throws when it is not. */
export function urlWith(schemes: readonly string[], text: string): string {
  // The parser leaves out line breaks and tabs, wherever they stand; who uses the text later may not.
  if (/\s/.test(text)) throw new RangeError(text)
  const { protocol, host } = new URL(text)
  if (!schemes.includes(protocol) || host === '') throw new RangeError(text)
  return text
}
