import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { accepted, exampleNote, exampleSignature, send } from '../../harness/requests.js'

const note = Type.Object({ id: Type.String(), version: Type.Integer() })

/** What a customer was told is on record. */
export interface Acknowledged {
  readonly id: string
  readonly version: number
  /** when the answer had arrived */
  readonly at: number
  /** how long it took, milliseconds */
  readonly took: number
}

const REST_MS = 15

/** Customers of one company who create and sign notes, and remember every answer with its time. */
export class Writers {
  readonly acknowledged: Acknowledged[] = []
  readonly #stopping = new AbortController()
  readonly #working: Promise<unknown>

  constructor(
    private readonly url: string,
    private readonly key: string,
    count: number,
  ) {
    this.#working = Promise.all(Array.from({ length: count }, () => this.#work()))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#working
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    for (let turn = 0; !signal.aborted; turn++) {
      const { id } = await this.#timed('/api/ecmrs', { ...exampleNote, reference: randomUUID() })
      if (turn % 3 === 0) await this.#timed(`/api/ecmrs/${id}/signatures`, exampleSignature)
      await delay(REST_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  async #timed(path: string, body: object): Promise<Acknowledged> {
    const began = performance.now()
    const { id, version } = await accepted(await send(this.url + path, this.key, { body }), note)
    const done = { id, version, at: Date.now(), took: performance.now() - began }
    this.acknowledged.push(done)
    return done
  }
}

/** How many notes that were acknowledged before an instant are not there, or older than was said. */
export async function lostOf(
  url: string,
  key: string,
  acknowledged: readonly Acknowledged[],
  before: number,
): Promise<{ readonly expected: number; readonly lost: number }> {
  const versions = new Map<string, number>()
  for (const { id, version, at } of acknowledged)
    if (at < before) versions.set(id, Math.max(version, versions.get(id) ?? 0))
  let lost = 0
  for (const [id, version] of versions) {
    const answer = await send(`${url}/api/ecmrs/${id}`, key)
    if (!answer.ok || (await accepted(answer, note)).version < version) lost++
  }
  return { expected: versions.size, lost }
}
