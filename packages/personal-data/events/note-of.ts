const PREFIX = 'ecmr-'

/** The note that a stream is about; undefined for other streams, in which nothing is sealed. */
export function noteOf(stream: string): string | undefined {
  return stream.startsWith(PREFIX) ? stream.slice(PREFIX.length) : undefined
}
