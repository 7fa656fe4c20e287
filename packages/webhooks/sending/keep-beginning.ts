const MOST_READ = 64 * 1024
const MOST_KEPT = 4 * 1024

/** The beginning of a body that comes in pieces. */
export interface Beginning {
  /** Keeps what belongs to the first 4 KB; false when 64 KB have come and nothing more need be read. */
  take(piece: Uint8Array): boolean
  /** What was kept, as text. */
  text(): string
}

export function keepBeginning(): Beginning {
  const kept: Uint8Array[] = []
  let taken = 0
  return {
    take(piece) {
      if (taken < MOST_KEPT) kept.push(piece.slice(0, MOST_KEPT - taken))
      taken += piece.length
      return taken < MOST_READ
    },
    text() {
      if (kept.length === 0) return ''
      // Postgres takes any character in text but this one. A character that was cut in half is left out.
      return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\uFFFD')
    },
  }
}
