import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = ReturnType<typeof seededRandom>

/** Chance that repeats itself: the same seed gives the same sequence on every machine. */
export function seededRandom(seed: number) {
  const generator = xoroshiro128plus(seed)
  const int = (from: number, to: number): number => uniformInt(generator, from, to)
  return {
    /** a whole number, both ends included */
    int,
    chance: (probability: number): boolean => int(1, 1_000_000) <= probability * 1_000_000,
    pick<T>(items: readonly T[]): T {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
    bytes: (length: number): Uint8Array => Uint8Array.from({ length }, () => int(0, 255)),
  }
}
