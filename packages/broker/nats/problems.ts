/** What can be wrong; each hides the ones after it, which depend on it. */
const CONCERNS = ['connection', 'consumer', 'messages'] as const

/** What is wrong with the broker now, by concern. */
export interface BrokerProblems {
  /** @param sentence undefined: nothing is wrong with it any more */
  report(concern: (typeof CONCERNS)[number], sentence: string | undefined): void
  /** the most important one, or undefined */
  current(): string | undefined
}

/** @param onChange called once for each change; undefined: nothing is wrong */
export function brokerProblems(onChange: (sentence: string | undefined) => void): BrokerProblems {
  const known = new Map<string, string>()
  let reported: string | undefined
  const current = (): string | undefined =>
    CONCERNS.map((concern) => known.get(concern)).find((sentence) => sentence !== undefined)
  return {
    current,
    report(concern, sentence) {
      if (sentence === undefined) known.delete(concern)
      else known.set(concern, sentence)
      const now = current()
      if (now === reported) return
      reported = now
      onChange(now)
    },
  }
}
