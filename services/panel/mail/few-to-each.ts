const HOUR_MS = 3_600_000
const MOST_AN_HOUR = 6
const MOST_KEPT = 10_000

/** Counts messages, so that nobody's mailbox can be filled by asking for links in his name. True: not this one too. */
export function fewToEach(now: () => number = Date.now): (address: string) => boolean {
  const sent = new Map<string, readonly number[]>()
  return (address) => {
    const name = address.toLowerCase()
    const recent = (sent.get(name) ?? []).filter((at) => at > now() - HOUR_MS)
    if (recent.length >= MOST_AN_HOUR) return true
    // The one that was written to longest ago stands first.
    sent.delete(name)
    sent.set(name, [...recent, now()])
    const [oldest] = sent.keys()
    if (sent.size > MOST_KEPT && oldest !== undefined) sent.delete(oldest)
    return false
  }
}
