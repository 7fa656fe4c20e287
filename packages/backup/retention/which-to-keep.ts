/** How many are kept. */
export interface Keep {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

export const KEEP: Keep = { daily: 7, weekly: 4, monthly: 12 }

interface Dated {
  readonly id: string
  readonly at: Date
}

/**
 * Which backups are kept: the newest of each of the last days, weeks (from Monday on) and months that have any, in UTC. The
 * newest of all is always among them.
 */
export function whichToKeep(backups: readonly Dated[], keep: Keep = KEEP): ReadonlySet<string> {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime())
  return new Set([
    ...newestOfEach(newestFirst, dayOf, keep.daily),
    ...newestOfEach(newestFirst, weekOf, keep.weekly),
    ...newestOfEach(newestFirst, monthOf, keep.monthly),
  ])
}

function newestOfEach(
  newestFirst: readonly Dated[],
  periodOf: (at: Date) => string,
  most: number,
): readonly string[] {
  const periods = new Map<string, string>()
  for (const { id, at } of newestFirst) {
    const period = periodOf(at)
    if (!periods.has(period) && periods.size < most) periods.set(period, id)
  }
  return [...periods.values()]
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

/** The Monday that it begins with. */
function weekOf(at: Date): string {
  const monday = new Date(at)
  monday.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return dayOf(monday)
}
