import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import { bodyOf, exampleNote, exampleSignature, send } from '../harness/requests.js'
import type { Fact } from './announcements.js'

const record = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  reference: Type.Optional(Type.String()),
  signatures: Type.Array(Type.Unknown()),
})
const page = Type.Object({
  data: Type.Array(Type.Object({ reference: Type.Optional(Type.String()) })),
  pagination: Type.Object({ next_cursor: Type.Union([Type.String(), Type.Null()]) }),
})

export interface Tally {
  readonly acknowledged: number
  readonly lost: number
  readonly different: number
  readonly twice: number
  readonly repeated: number
}

interface Wish {
  readonly idempotencyKey: string
  readonly reference: string
  /** the note's id once a creation was acknowledged */
  id?: string
  version?: number
  signed?: boolean
}

/** A request that was not carried out, and not for a fault of the one who sent it. */
export interface Refusal {
  /** the process that it was sent to */
  readonly url: string
  /** 500 to 599; undefined when there was no answer */
  readonly status: number | undefined
  /** when it was sent, as `performance.now()` tells it */
  readonly began: number
}

/** How long a customer waits after a request that got no answer. */
const PAUSE_MS = 250

/**
 * Customers who create and sign notes, and remember every answer they got. They turn to one address after the other, as through a
 * load balancer.
 */
export class Customers {
  readonly #wishes: Wish[] = []
  #running: Promise<void>[] = []
  #closing = new AbortController()
  #calls = 0
  acknowledged = 0

  constructor(
    private readonly urls: readonly string[],
    private readonly key: string,
    /** how long a customer rests after a note; none unless given */
    private readonly restMs = 0,
    /** called for every refusal; without it only 503 is taken for one, and every other is a fault */
    private readonly onRefusal?: (refusal: Refusal) => void,
  ) {}

  start(count: number): void {
    this.#closing = new AbortController()
    // Every pause adds a listener.
    setMaxListeners(count + 1, this.#closing.signal)
    this.#running = Array.from({ length: count }, () => this.#work(this.#closing.signal))
  }

  async stop(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#running)
  }

  /** what a subscriber must have received about all acknowledged requests */
  facts(): readonly Fact[] {
    return this.#wishes.flatMap(({ id, signed }): Fact[] => {
      if (!id) return []
      const created: Fact = { noteId: id, type: 'ecmr.created' }
      return signed ? [created, { noteId: id, type: 'ecmr.signed' }] : [created]
    })
  }

  /** Repeats what was never answered, with the same keys, then reads back every note. */
  async check(): Promise<Tally> {
    const unanswered = this.#wishes.filter(({ id }) => !id)
    for (const wish of unanswered) {
      await this.#create(wish)
      const again = { ...wish }
      await this.#create(again)
      if (again.id !== wish.id) throw new Error(`the repeat of ${wish.reference} made another note`)
    }
    let lost = 0
    let different = 0
    for (const wish of this.#wishes) {
      const answer = await this.#send(`/api/ecmrs/${wish.id}`)
      if (answer?.status !== 200) lost++
      else if (!this.#matches(wish, await bodyOf(answer, record))) different++
    }
    const twice = await this.#countTwice()
    return { acknowledged: this.acknowledged, lost, different, twice, repeated: unanswered.length }
  }

  #matches(wish: Wish, note: Static<typeof record>): boolean {
    const whole = note.reference === wish.reference && note.version >= (wish.version ?? 0)
    return whole && (!wish.signed || note.signatures.length === 1)
  }

  /** Each wish has a reference of its own; two notes with one reference were written twice. */
  async #countTwice(): Promise<number> {
    const seen = new Map<string, number>()
    let path: string | undefined = '/api/ecmrs?limit=100'
    while (path) {
      const answer = await this.#send(path)
      if (!answer) throw new Error('the list does not answer')
      const { data, pagination } = await bodyOf(answer, page)
      for (const { reference = '' } of data) seen.set(reference, (seen.get(reference) ?? 0) + 1)
      const next = pagination.next_cursor
      path = next ? `/api/ecmrs?limit=100&cursor=${encodeURIComponent(next)}` : undefined
    }
    const missing = this.#wishes.filter(({ reference }) => !seen.has(reference)).length
    if (missing) throw new Error(`${missing} notes are not in the list`)
    return [...seen.values()].filter((count) => count > 1).length
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wish: Wish = { idempotencyKey: randomUUID(), reference: randomUUID() }
      this.#wishes.push(wish)
      const answered = (await this.#create(wish)) && (Math.random() >= 0.3 || (await this.#sign(wish)))
      const pause = answered ? this.restMs : PAUSE_MS
      if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined)
    }
  }

  async #create(wish: Wish): Promise<boolean> {
    const body = { ...exampleNote, reference: wish.reference }
    const note = await this.#acknowledged('/api/ecmrs', body, wish.idempotencyKey)
    if (note) Object.assign(wish, { id: note.id, version: note.version })
    return note !== undefined
  }

  async #sign(wish: Wish): Promise<boolean> {
    const path = `/api/ecmrs/${wish.id}/signatures`
    const note = await this.#acknowledged(path, exampleSignature, `${wish.idempotencyKey}-sign`)
    if (note) Object.assign(wish, { version: note.version, signed: true })
    return note !== undefined
  }

  /** The note of an answer that has arrived whole. */
  async #acknowledged(path: string, body: object, idempotencyKey: string) {
    const answer = await this.#send(path, body, idempotencyKey)
    if (!answer) return undefined
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const note = await bodyOf(answer, record).catch(() => undefined)
    if (note) this.acknowledged++
    return note
  }

  /** An answer, or undefined when the service is gone. 503 is an honest "not now" and counts as no answer. */
  async #send(path: string, body?: object, idempotencyKey?: string): Promise<Response | undefined> {
    const url = this.urls[this.#calls++ % this.urls.length] ?? ''
    const began = performance.now()
    const answer = await send(`${url}${path}`, this.key, { body, idempotencyKey }).catch(() => undefined)
    const isRefused = answer === undefined || answer.status === 503 || (this.onRefusal && answer.status > 499)
    if (!isRefused) return answer
    this.onRefusal?.({ url, status: answer?.status, began })
    return undefined
  }
}
