import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import { exampleNote } from '../../harness/example-note.js'

const made = Type.Object({ id: Type.String() })
const PAUSE_MS = 20

/** A little load: notes that are created, and every other one signed, until it is stopped. */
export class Trickle {
  #ended: Promise<void> = Promise.resolve()
  #stopping = new AbortController()
  accepted = 0

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  start(): void {
    this.#stopping = new AbortController()
    this.#ended = this.#work(this.#stopping.signal)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn++) {
      const answer = await this.#send('/api/ecmrs', { ...exampleNote, reference: randomUUID() })
      if (answer?.status === 201) {
        this.accepted++
        const { id } = await bodyOf(answer, made)
        const signature = { role: 'sender', signer_name: 'Ana Ejemplo', method: 'typed' }
        if (turn % 2 === 0) await this.#send(`/api/ecmrs/${id}/signatures`, signature)
      }
      await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  /** The log alone counts afterwards: what is refused or gets no answer meanwhile is passed over. */
  #send(path: string, body: unknown): Promise<Response | undefined> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { 'x-api-key': this.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
  }
}
