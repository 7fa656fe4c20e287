/** A small seeded generator (mulberry32): the same seed, the same page on every machine. */
export class Chance {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds would begin alike.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 0
  }

  /** 0 to 1, never 1 */
  part(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  between(from: number, to: number): number {
    return from + this.part() * (to - from)
  }

  /** a whole number, both ends possible */
  whole(from: number, to: number): number {
    return from + Math.floor(this.part() * (to - from + 1))
  }

  happens(likelihood: number): boolean {
    return this.part() < likelihood
  }

  oneOf<T>(choices: readonly T[]): T {
    const choice = choices[this.whole(0, choices.length - 1)]
    if (choice === undefined) throw new Error('there is nothing to choose from')
    return choice
  }

  /** some of them, in their order */
  someOf<T>(choices: readonly T[], howMany: number): readonly T[] {
    const left = [...choices.keys()]
    while (left.length > howMany) left.splice(this.whole(0, left.length - 1), 1)
    return left.flatMap((place) => choices.slice(place, place + 1))
  }

  shuffled<T>(all: readonly T[]): readonly T[] {
    return all
      .map((each) => ({ each, place: this.part() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ each }) => each)
  }

  digits(howMany: number): string {
    return Array.from({ length: howMany }, () => this.whole(0, 9)).join('')
  }

  letters(howMany: number, among: string): string {
    return Array.from({ length: howMany }, () => this.oneOf([...among])).join('')
  }
}
