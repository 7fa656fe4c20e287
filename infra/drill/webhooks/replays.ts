import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import type { Subscriber } from './subscriber.js'

const LOOK_EVERY_MS = 250
/** From before there was anything. */
const BEGINNING = '2000-01-01T00:00:00Z'

const replays = Type.Object({ data: Type.Array(Type.Object({ status: Type.String() })) })

/** Keeps everything being replayed to an endpoint: as soon as a replay is done, the next one is asked for. */
export class Replays {
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(
    private readonly service: string,
    private readonly subscriber: Pick<Subscriber, 'id' | 'company'>,
  ) {}

  start(): void {
    this.#running = this.#keepGoing(this.#stopping.signal)
    // What went wrong is told by stop().
    this.#running.catch(() => undefined)
  }

  /** Asks for no more; the last one goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #keepGoing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const latest = await this.#send('GET', 'replays')
      if (latest !== undefined) {
        const { data } = await bodyOf(latest, replays)
        if (data[0]?.status !== 'running') await this.#send('POST', 'replay', { since: BEGINNING })
      }
      await delay(LOOK_EVERY_MS)
    }
  }

  /** The answer, or undefined when nobody answers, or "not now". */
  async #send(method: string, path: string, body?: object): Promise<Response | undefined> {
    const { id, company } = this.subscriber
    const answer = await fetch(`${this.service}/api/webhooks/${id}/${path}`, {
      method,
      headers: { 'x-api-key': company.key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return undefined
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}
