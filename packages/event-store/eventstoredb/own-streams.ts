/** Which streams of a server belong to a log. */
export interface OwnStreams {
  /** what the names of our streams begin with */
  readonly prefixes: readonly string[]
  includes(stream: string): boolean
}

/** The streams of some categories: what stands before the first dash of a stream's name. */
export function streamsOf(categories: readonly string[]): OwnStreams {
  const prefixes = categories.map((category) => `${category}-`)
  return { prefixes, includes: (stream) => prefixes.some((prefix) => stream.startsWith(prefix)) }
}
