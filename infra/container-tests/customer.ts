import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { announcements, type Fact } from '../drill/announcements.js'
import { bodyOf } from '../harness/requests.js'

const arrivals = Type.Array(Type.Object({ id: Type.String(), body: Type.String() }))
const LOOK_EVERY_MS = 300

/** What the customer's server in its container has received. */
export class CustomerServer {
  readonly #received = announcements()
  #count = 0

  constructor(private readonly port: number) {}

  announced(fact: Fact): boolean {
    return this.#received.announced(fact)
  }

  duplicates() {
    return this.#received.duplicates()
  }

  /** The server has been started anew, and counts from nothing. */
  restarted(): void {
    this.#count = 0
  }

  /** Looks again and again what has come in, until the signal aborts. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#look().catch(() => undefined)
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/${this.#count}`)
    const all = await bodyOf(answer, arrivals)
    for (const { id, body } of all) this.#received.take(body, id)
    this.#count += all.length
  }
}
