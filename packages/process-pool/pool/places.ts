import type { PoolBounds } from './bounds.js'
import type { Pace } from './pace.js'

/** The queue: first come, first served, but companies take turns, so that no company waits behind all of another's jobs. */
class FairLine<Waiting extends { readonly companyId: string }> {
  // The company that is next stands first.
  readonly #companies = new Map<string, Waiting[]>()

  get all(): readonly Waiting[] {
    return [...this.#companies.values()].flat()
  }

  add(waiting: Waiting): void {
    const before = this.#companies.get(waiting.companyId)
    if (before === undefined) this.#companies.set(waiting.companyId, [waiting])
    else before.push(waiting)
  }

  /** Takes out the next one; its company has its next turn after all others. */
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

/** A request for a place, and how much it holds while it waits. */
export interface Claim {
  readonly companyId: string
  readonly bytes: number
  readonly signal: AbortSignal
}

interface Waiting extends Claim {
  readonly enter: () => void
  readonly refuse: (reason: unknown) => void
}

/** Makes the error that says that a pool cannot be used now: when to try again, and why, for the log. */
export type Unavailable = (retryAfterSeconds: number, reason: string, options?: ErrorOptions) => Error

/** What the line before the processes is made of. */
interface PlacesOptions {
  /** how many places there are */
  readonly most: number
  readonly bounds: Pick<PoolBounds, 'turnMs' | 'waitingEach' | 'waitingBytes'>
  readonly pace: Pace
  readonly unavailable: Unavailable
}

/** So many places as there are processes, and the line before them. */
export class Places {
  readonly #closing = new AbortController()
  readonly #line = new FairLine<Waiting>()
  #free: number

  constructor(private readonly options: PlacesOptions) {
    this.#free = options.most
  }

  get waiting(): number {
    return this.#line.all.length
  }

  /**
   * Waits for a place, which is to be given back.
   *
   * @throws what `unavailable` makes when too many wait, and after `close`
   * @throws the signal's reason when it aborts
   */
  async take(claim: Claim): Promise<void> {
    this.throwIfClosed()
    claim.signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    if (this.#isFull(claim)) throw this.unavailable('too many jobs are waiting')
    await this.#turn(claim)
  }

  /** Gives the place to the next one. */
  giveBack(): void {
    const next = this.#line.next()
    if (next === undefined) this.#free += 1
    else next.enter()
  }

  /** The error for a caller who is to come back when those who wait now are through, after at least a second. */
  unavailable(reason: string, options?: ErrorOptions): Error {
    return this.options.unavailable(Math.max(1, Math.ceil(this.#expectedSeconds())), reason, options)
  }

  close(): void {
    const refusal = this.unavailable('the pool has been closed')
    this.#closing.abort(refusal)
    for (const { refuse } of this.#line.all) refuse(refusal)
  }

  /** @throws what `unavailable` makes after `close` */
  throwIfClosed(): void {
    this.#closing.signal.throwIfAborted()
  }

  /** How long it takes until those who wait now are through, and one more. */
  #expectedSeconds(): number {
    return ((this.waiting + 1) / this.options.most) * this.options.pace.seconds
  }

  #isFull({ companyId, bytes }: Claim): boolean {
    const { most, bounds } = this.options
    const { all } = this.#line
    const own = all.filter((waiting) => waiting.companyId === companyId)
    const held = (waiting: readonly Claim[]): number => waiting.reduce((sum, one) => sum + one.bytes, bytes)
    // Half of the room is for others.
    if (own.length > 0 && held(own) > bounds.waitingBytes / 2) return true
    // Told at once, not after having waited in vain; one may wait for each place, since paces change. Who waits keeps its place.
    if (all.length >= most && this.#expectedSeconds() * 1000 > bounds.turnMs) return true
    return all.length >= bounds.waitingEach * most || (all.length > 0 && held(all) > bounds.waitingBytes)
  }

  #turn(claim: Claim): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        stay()
        this.#line.remove(waiting)
        reject(claim.signal.reason)
      }
      const stay = (): void => claim.signal.removeEventListener('abort', leave)
      const enter = (): void => {
        stay()
        resolve()
      }
      const refuse = (reason: unknown): void => {
        stay()
        reject(reason)
      }
      const waiting = { ...claim, enter, refuse }
      claim.signal.addEventListener('abort', leave, { once: true })
      this.#line.add(waiting)
    })
  }
}
