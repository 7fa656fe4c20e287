/** So many are remembered. */
const MOST = 10_000
/** A record of more bytes is a large one. */
const LARGE = 64 * 1_024

/** The notes whose records were large when they were last shown: to look at one of them costs as much as a page of others. */
export interface LargeNotes {
  has(company: string, named: string): boolean
  /** @param bytes of the record */
  shown(company: string, named: string, bytes: number): void
}

/** Starts knowing none. */
export function largeNotes(): LargeNotes {
  const known = new Set<string>()
  const key = (company: string, named: string): string => `${company} ${named}`
  return {
    has: (company, named) => known.has(key(company, named)),
    shown(company, named, bytes) {
      const note = key(company, named)
      known.delete(note)
      if (bytes <= LARGE) return
      known.add(note)
      const [oldest] = known
      if (known.size > MOST && oldest !== undefined) known.delete(oldest)
    },
  }
}
