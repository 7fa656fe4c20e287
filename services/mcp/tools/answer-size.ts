/** No answer of any tool takes more room than this in a conversation, by `estimatedTokens`. */
export const MOST_TOKENS = 20_000

/**
 * So many bytes of our answers make a token. With three tokenizers in use they had 2.6 to 3.4 of them, lists with many
 * identifiers the fewest; record 0076 has the figures.
 */
const BYTES_PER_TOKEN = 2.5

/** Room for what stands around the parts of an answer. */
const FRAME = 1_000

/** So many bytes of parts fit into an answer. */
export const ROOM = MOST_TOKENS * BYTES_PER_TOKEN - FRAME

/** About how many tokens a text takes; rather too many than too few. */
export function estimatedTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}

/** How many bytes a value takes in an answer, with the comma behind it. */
export function bytesIn(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1
}

/** The first parts that fit into so many bytes together; at least one, if there is any. */
export function firstThatFit<Part>(parts: readonly Part[], room: number): readonly Part[] {
  let left = room
  const beyond = parts.findIndex((part) => {
    left -= bytesIn(part)
    return left < 0
  })
  return beyond === -1 ? parts : parts.slice(0, Math.max(beyond, 1))
}

/** A text, or its beginning when it is longer; not cut between the halves of a surrogate pair. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
