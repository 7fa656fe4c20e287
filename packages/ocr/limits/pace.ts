// What a page takes before anybody has seen one here.
const EXPECTED_SECONDS = 5
// Of the last ten or so.
const WEIGHT = 0.1

/** How many seconds a page takes, by the last ones. */
export class Pace {
  #seconds = EXPECTED_SECONDS

  get seconds(): number {
    return this.#seconds
  }

  took(seconds: number): void {
    this.#seconds += WEIGHT * (seconds - this.#seconds)
  }
}
