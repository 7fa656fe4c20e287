import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { Company } from '../../harness/operator.js'
import { bodyOf, exampleNote, exampleSignature, sendAnyway } from '../../harness/requests.js'
import { between } from '../between.js'

const record = Type.Object({ id: Type.String() })

/** A note for each company begins as often as this, whatever becomes of the ones before. */
const NOTE_EVERY_MS = 700
const PAUSE_MS = { least: 50, most: 400 }

/** Companies that record events at a steady pace: a note is created, signed and delivered, then damage is reported. */
export class Hauliers {
  readonly #lives = new Set<Promise<void>>()
  readonly #timers: NodeJS.Timeout[] = []
  /** requests that were carried out, and those that were not because of no answer */
  readonly counts = { recorded: 0, unanswered: 0 }
  #fault: unknown

  constructor(
    private readonly service: string,
    private readonly companies: readonly Company[],
  ) {}

  start(): void {
    for (const company of this.companies) {
      this.#timers.push(setInterval(() => this.#begin(company), NOTE_EVERY_MS))
    }
  }

  /** @throws when a request was refused that should not have been */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#lives)
    if (this.#fault !== undefined) throw this.#fault
  }

  #begin({ key }: Company): void {
    const life = this.#live(key)
      .catch((error: unknown) => {
        this.#fault ??= error
      })
      .finally(() => this.#lives.delete(life))
    this.#lives.add(life)
  }

  async #live(key: string): Promise<void> {
    const created = await this.#send(key, 'POST', '/api/ecmrs', exampleNote)
    if (created === undefined) return
    const { id } = await bodyOf(created, record)
    const note = `/api/ecmrs/${id}`
    const incident = { type: 'damage', description: 'Dos garrafas rotas' }
    const steps = [
      ['POST', `${note}/signatures`, exampleSignature],
      ['PATCH', note, { status: 'delivered', unsigned_reason: 'Nadie en el muelle' }],
      ['POST', `${note}/incidents`, incident],
    ] as const
    for (const [method, path, body] of steps) {
      await delay(between(PAUSE_MS))
      if ((await this.#send(key, method, path, body)) === undefined) return
    }
  }

  /** The answer, or undefined when there is none or the service says "not now"; the note then ends there. */
  async #send(key: string, method: string, path: string, body: object): Promise<Response | undefined> {
    const answer = await sendAnyway(`${this.service}${path}`, key, { method, body })
    this.counts[answer ? 'recorded' : 'unanswered']++
    return answer
  }
}
