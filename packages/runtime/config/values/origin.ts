/** Reads a public origin, without what could follow it. Throws when there is more, or less. */
export function origin(text: string): string {
  const url = new URL(text)
  const bare = `${url.protocol}//${url.host}/`
  if (!/^https?:$/.test(url.protocol) || url.href !== bare) throw new RangeError(text)
  return url.origin
}
