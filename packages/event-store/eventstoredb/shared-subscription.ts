import type { Position } from '../port.js'
import { toPosition } from './position.js'
import { sizeOfRaw } from './recent-events.js'
import { arrivals, type Received, type Subscription } from './subscription.js'

/** What waits for the slowest at most, before that one is left to itself. */
const MOST_WAITING = 4_096
const MOST_BYTES = 16 * 1024 * 1024
/** What all have taken is kept for those that come up to it with a subscription of their own. */
const MOST_TAKEN = 128

/** A follower was too slow for the others; what it misses is still in the log. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/** One subscription for all followers of a store that have come to the end of the log. */
export interface SharedSubscription {
  /**
   * Takes a follower in that has read all that its own subscription brought, up to a position. The first one's becomes the
   * one for all, that of each other one is ended.
   *
   * @returns what it takes from now on: its own subscription still, when the others are further on than it can follow
   */
  enter(own: Subscription, at: Position): Subscription
}

/** What the followers of a store share. It lasts as long as there is one, or until it fails: then all are sent away. */
export function sharedSubscription(): SharedSubscription {
  let shared: Shared | undefined
  return {
    enter(own, at) {
      if (!shared || shared.hasEnded) shared = new Shared(own, at)
      return shared.join(own, at)
    },
  }
}

interface Kept {
  readonly received: Received
  readonly position: Position
  readonly bytes: number
}

class Shared {
  readonly #source: Subscription
  readonly #members = new Set<Member>()
  #kept: Kept[] = []
  /** number of the first that is kept */
  #first = 0
  #bytes = 0
  /** all after this position is kept */
  #from: Position
  /** of what came last */
  #position: Position
  #isLive = true
  readonly #ending = new AbortController()

  constructor(source: Subscription, at: Position) {
    this.#source = source
    this.#from = at
    this.#position = at
    this.#read().catch((error: Error) => this.#fail(error))
  }

  get hasEnded(): boolean {
    return this.#ending.signal.aborted
  }

  join(own: Subscription, at: Position): Subscription {
    if (at < this.#from) return own
    if (own !== this.#source) own.end()
    const index = this.#kept.findIndex(({ position }) => position > at)
    const next = this.#first + (index === -1 ? this.#kept.length : index)
    const member = new Member(this, this.#source.confirmed, next, this.#isLive)
    this.#members.add(member)
    return member
  }

  leave(member: Member): void {
    this.#members.delete(member)
    if (this.#members.size > 0) return
    this.#ending.abort()
    this.#source.end()
    this.#source.wake()
  }

  at(number: number): Received | undefined {
    return this.#kept[number - this.#first]?.received
  }

  async #read(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const received = this.#source.take()
      if (received) this.#keep(received)
      else if (this.#source.failure) this.#fail(this.#source.failure)
      else await this.#source.arrival()
    }
  }

  #keep(received: Received): void {
    const { kind } = received
    if (kind === 'live' || kind === 'behind') this.#isLive = kind === 'live'
    else this.#position = toPosition(kind === 'event' ? received.event.position : received.position)
    const bytes = kind === 'event' ? sizeOfRaw(received.event) : 0
    this.#kept.push({ received, position: this.#position, bytes })
    this.#bytes += bytes
    this.#drop()
    for (const member of this.#members) member.wake()
  }

  #drop(): void {
    const slowest = Math.min(...[...this.#members].map(({ next }) => next))
    let dropped = 0
    for (const { bytes, position } of this.#kept) {
      const left = this.#kept.length - dropped
      const isOver = left > MOST_WAITING || this.#bytes > MOST_BYTES
      if (!isOver && (left <= MOST_TAKEN || this.#first + dropped >= slowest)) break
      this.#bytes -= bytes
      this.#from = position
      dropped++
    }
    if (dropped === 0) return
    this.#kept = this.#kept.slice(dropped)
    this.#first += dropped
    for (const member of this.#members)
      if (member.next < this.#first) member.fail(new Overtaken('a follower was too slow for the others'))
  }

  #fail(error: Error): void {
    this.#ending.abort()
    this.#source.end()
    for (const member of this.#members) member.fail(error)
  }
}

/** A follower's part in what is shared. */
class Member implements Subscription {
  readonly #shared: Shared
  readonly #arrivals = arrivals()
  readonly confirmed: Promise<void>
  /** number of what it takes next */
  next: number
  failure: Error | undefined
  #isTold: boolean

  /** @param isLive it is told first that nothing is to be caught up with */
  constructor(shared: Shared, confirmed: Promise<void>, next: number, isLive: boolean) {
    this.#shared = shared
    this.confirmed = confirmed
    this.next = next
    this.#isTold = !isLive
  }

  take(): Received | undefined {
    if (!this.#isTold) {
      this.#isTold = true
      return { kind: 'live' }
    }
    // Once something was dropped that it has not taken, it gets no more.
    const received = this.failure instanceof Overtaken ? undefined : this.#shared.at(this.next)
    if (received) this.next++
    return received
  }

  arrival(): Promise<void> {
    return this.#arrivals.arrival()
  }

  wake(): void {
    this.#arrivals.wake()
  }

  fail(error: Error): void {
    this.failure ??= error
    this.wake()
  }

  end(): void {
    this.#shared.leave(this)
  }
}
