import type { Chance } from '../data/chance.js'

/** Around 0, mostly within ±1, as errors of measuring are spread. */
export function stray(chance: Chance): number {
  // The sum of twelve even ones has a variance of one, and is as good as normal for our purposes.
  return Array.from({ length: 12 }, () => chance.part()).reduce((sum, one) => sum + one, -6)
}
