// Of the last ten or so.
const WEIGHT = 0.1

/** How many seconds something takes, by the last times. */
export class Pace {
  /** @param seconds what is expected before it has been done */
  constructor(private expected: number) {}

  get seconds(): number {
    return this.expected
  }

  took(seconds: number): void {
    this.expected += WEIGHT * (seconds - this.expected)
  }
}
