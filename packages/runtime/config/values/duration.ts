const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

const LONGEST_MS = 30 * 86_400_000

/** Reads a time such as `5m` or `0.2s` into milliseconds. Throws when it is none, or longer than 30 days. */
export function duration(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  const ms = Math.round(Number(amount || Number.NaN) * (UNIT_MS[unit] ?? Number.NaN))
  if (!(ms >= 0 && ms <= LONGEST_MS)) throw new RangeError(text)
  return ms
}
