const FIRST_DELAY_MS = 2_000
const LAST_DELAY_MS = 5 * 60_000
/** Beyond so many the oldest are forgotten, and tried again at once. */
const MOST = 1_000

/** Notes that are left alone for a while: what failed, ever longer, and what was done, until the read model knows. */
export class RestingNotes {
  readonly #notes = new Map<
    string,
    { readonly until: number; readonly delayMs: number; readonly failed: boolean }
  >()

  /** How many have failed and wait for another try. */
  get failed(): number {
    return [...this.#notes.values()].filter(({ failed }) => failed).length
  }

  /** Those that are not to be tried now. */
  resting(): readonly string[] {
    const now = performance.now()
    return [...this.#notes].filter(([, { until }]) => until > now).map(([id]) => id)
  }

  add(id: string, failed: boolean): void {
    const before = this.#notes.get(id)
    const delayMs = failed && before?.failed ? Math.min(before.delayMs * 2, LAST_DELAY_MS) : FIRST_DELAY_MS
    this.#notes.delete(id)
    this.#notes.set(id, { until: performance.now() + delayMs, delayMs, failed })
    const [oldest] = this.#notes.keys()
    if (this.#notes.size > MOST && oldest !== undefined) this.#notes.delete(oldest)
  }
}
