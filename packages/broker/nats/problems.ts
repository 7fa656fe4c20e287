/** What can be wrong; the first that is hides the others, which cannot work without it. */
const CONCERNS = ['connection', 'consumer', 'messages'] as const

/** What is wrong with the broker at this moment, by what it concerns. */
export interface BrokerProblems {
  /** @param sentence undefined: nothing is wrong with it any more */
  report(concern: (typeof CONCERNS)[number], sentence: string | undefined): void
  /** the most important one, or undefined */
  current(): string | undefined
}

/** @param onChange told once for each change; undefined: all is well again */
export function brokerProblems(onChange: (sentence: string | undefined) => void): BrokerProblems {
  const known = new Map<string, string>()
  let told: string | undefined
  const current = (): string | undefined =>
    CONCERNS.map((concern) => known.get(concern)).find((sentence) => sentence !== undefined)
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
