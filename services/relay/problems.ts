/** What is wrong, by what it concerns; whoever listens is told once for each change. */
export interface RelayProblems {
  /** @param sentence undefined: nothing is wrong with it any more */
  about(subject: string): (sentence: string | undefined) => void
}

/** @param onChange told of all that is wrong; undefined: nothing */
export function relayProblems(onChange: (sentences: string | undefined) => void): RelayProblems {
  const known = new Map<string, string>()
  let told: string | undefined
  return {
    about: (subject) => (sentence) => {
      if (sentence === undefined) known.delete(subject)
      else known.set(subject, sentence)
      const now = known.size === 0 ? undefined : [...known.values()].join(' ')
      if (now === told) return
      told = now
      onChange(now)
    },
  }
}
