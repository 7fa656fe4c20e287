import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Chance that repeats itself: the same seed gives the same sequence on every machine. */
export interface Random {
  /** a whole number, both ends included */
  int(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  bytes(length: number): Uint8Array
}

export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  const int = (from: number, to: number): number => uniformInt(generator, from, to)
  return {
    int,
    chance: (probability) => int(1, 1_000_000) <= probability * 1_000_000,
    pick(items) {
      const item = items[int(0, items.length - 1)]
      if (item === undefined) throw new RangeError('there is nothing to pick from')
      return item
    },
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
  }
}
