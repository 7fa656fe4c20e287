/** Checks that a text is a URL with one of the given schemes, and returns it as it is. Throws when it is not. */
export function urlWith(schemes: readonly string[], text: string): string {
  const { protocol, host } = new URL(text)
  if (!schemes.includes(protocol) || host === '') throw new RangeError(text)
  return text
}
