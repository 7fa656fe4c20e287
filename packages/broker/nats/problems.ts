/** What is wrong with the broker at this moment, by what it concerns. */
export interface Problems {
  /** @param sentence undefined: nothing is wrong with it any more */
  report(concern: 'connection' | 'consumer', sentence: string | undefined): void
  /** all that is wrong, or undefined */
  current(): string | undefined
}

/** @param onChange told once for each change; undefined: all is well again */
export function problems(onChange: (sentence: string | undefined) => void): Problems {
  const known = new Map<string, string>()
  let told: string | undefined
  const current = (): string | undefined => (known.size === 0 ? undefined : [...known.values()].join(' '))
  return {
    current,
    report(concern, sentence) {
      if (sentence === undefined) known.delete(concern)
      else known.set(concern, sentence)
      const now = current()
      if (now === told) return
      told = now
      onChange(now)
    },
  }
}
