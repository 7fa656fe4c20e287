import type { Msg } from 'nats'

/** A header of a message; empty when there is none, or the headers of this message cannot be read. */
export function headerOf(message: Msg, name: string): string {
  try {
    return message.headers?.get(name) ?? ''
  } catch {
    // The client rejects names with unusual characters, which the server accepts.
    return ''
  }
}

export interface StreamPosition {
  readonly sequence: string
  /** when the stream stored it, nanoseconds */
  readonly time: string
}

/** Reads the position in the stream from `$JS.ACK.….<sequence>.<delivery>.<time>.<pending>`. */
export function streamPositionOf({ reply = '' }: Msg): StreamPosition {
  const words = reply.split('.')
  // Newer servers put a domain and an account in front, and a random word at the end.
  const first = words.length === 9 ? 5 : 7
  return { sequence: words[first] ?? '', time: words[first + 2] ?? '' }
}
