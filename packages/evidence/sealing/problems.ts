/** What is wrong with sealing, by subject. */
export interface Problems {
  /** @returns takes a sentence about one subject; undefined: nothing is wrong with it any more */
  about(subject: string): (sentence: string | undefined) => void
  /** all that is wrong now */
  all(): readonly string[]
}

/** @param onChange called once for each change of a subject */
export function openProblems(onChange: (subject: string, sentence: string | undefined) => void): Problems {
  const known = new Map<string, string>()
  return {
    all: () => [...known.values()],
    about: (subject) => (sentence) => {
      if (known.get(subject) === sentence) return
      if (sentence === undefined) known.delete(subject)
      else known.set(subject, sentence)
      onChange(subject, sentence)
    },
  }
}
