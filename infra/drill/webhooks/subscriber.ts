import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { Company } from '../../harness/operator.js'
import { bodyOf, sendAnyway } from '../../harness/requests.js'
import { subscribe } from '../receiver.js'
import { Arrivals, type Manner, type Recipient, Signatures } from './receiver.js'

/** Every event that a webhook can be notified of. */
const allEvents = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'] as const

/** An endpoint of a company, with what it received. */
export interface Subscriber extends Recipient {
  readonly name: string
  readonly company: Company
  readonly id: string
}

export interface Wish {
  /** the path that it is called at */
  readonly name: string
  readonly company: Company
  readonly manner: () => Manner
  readonly maxPerSecond?: number
}

/**
 * Registers an endpoint for all events.
 *
 * @param service where the API is
 * @param origin where the receiver is
 */
export async function newSubscriber(service: string, origin: string, wish: Wish): Promise<Subscriber> {
  const { name, company, manner, maxPerSecond } = wish
  const rate = maxPerSecond === undefined ? {} : { max_per_second: maxPerSecond }
  const body = { url: `${origin}/${name}`, events: allEvents, ...rate }
  const { id, secret } = await subscribe(service, company.key, body)
  return { name, company, id, manner, arrivals: new Arrivals(), signatures: new Signatures(secret) }
}

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
    // stop() reports what went wrong.
    this.#running.catch(() => undefined)
  }

  /** Asks for no more; the last one goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  async #keepGoing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const latest = await this.#send('replays')
      if (latest !== undefined) {
        const { data } = await bodyOf(latest, replays)
        if (data[0]?.status !== 'running') await this.#send('replay', { since: BEGINNING })
      }
      await delay(LOOK_EVERY_MS)
    }
  }

  #send(path: string, body?: object): Promise<Response | undefined> {
    const { id, company } = this.subscriber
    return sendAnyway(`${this.service}/api/webhooks/${id}/${path}`, company.key, { body })
  }
}

const TRIES = 100
const PAUSE_MS = 200

const rotated = Type.Object({ secret: Type.String() })

/** Gives an endpoint a new secret; retries with the same key until there is an answer. */
export async function rotateSecret(service: string, { id, company, signatures }: Subscriber): Promise<void> {
  const url = `${service}/api/webhooks/${id}/rotate-secret`
  const request = { body: { overlap_hours: 1 }, idempotencyKey: randomUUID() }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer = await sendAnyway(url, company.key, request)
    if (answer) return signatures.rotate((await bodyOf(answer, rotated)).secret)
    await delay(PAUSE_MS)
  }
  throw new Error('the rotation of a secret was not answered')
}
