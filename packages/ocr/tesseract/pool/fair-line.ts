/** Those who wait: first come, first served, but companies take turns, so that nobody waits behind all of another's pages. */
export class FairLine<Waiting extends { readonly companyId: string }> {
  // The company whose turn is next stands first.
  readonly #companies = new Map<string, Waiting[]>()

  get all(): readonly Waiting[] {
    return [...this.#companies.values()].flat()
  }

  add(waiting: Waiting): void {
    const before = this.#companies.get(waiting.companyId)
    if (before === undefined) this.#companies.set(waiting.companyId, [waiting])
    else before.push(waiting)
  }

  /** Takes out whose turn it is; his company has its next turn after all others. */
  next(): Waiting | undefined {
    for (const [companyId, [first, ...others]] of this.#companies) {
      this.#companies.delete(companyId)
      if (others.length > 0) this.#companies.set(companyId, others)
      return first
    }
    return undefined
  }

  remove(waiting: Waiting): void {
    const others = this.#companies.get(waiting.companyId)?.filter((other) => other !== waiting) ?? []
    if (others.length > 0) this.#companies.set(waiting.companyId, others)
    else this.#companies.delete(waiting.companyId)
  }
}
