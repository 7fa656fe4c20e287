import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Webhook } from 'standardwebhooks'
import { between } from '../between.js'
import { type Certificate, startLoopbackServer } from '../receiver.js'

/** How a receiver answers one request; `reset`: it hangs up instead. */
export interface Manner {
  readonly afterMs: number
  readonly answer: 200 | 500 | 'reset'
}

/** Answers at once. */
export const promptly = (): Manner => ({ afterMs: 0, answer: 200 })

/** So slow that a kill always comes in the middle of something. */
export const slowly = (): Manner => ({ afterMs: between({ least: 500, most: 3_000 }), answer: 200 })

/** Fails one time in five, in one way or another. */
export function fitfully(): Manner {
  const dice = Math.random()
  return { afterMs: 20, answer: dice < 0.1 ? 500 : dice < 0.2 ? 'reset' : 200 }
}

const notification = Type.Object({
  id: Type.String(),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** What the receiver keeps of an endpoint. */
export interface Recipient {
  readonly manner: () => Manner
  readonly arrivals: Arrivals
  readonly signatures: Signatures
}

export type SubscribersServer = Awaited<ReturnType<typeof startSubscribersServer>>

/** One server for all endpoints, each at a path of its own. @param certificate speaks https when there is one */
export async function startSubscribersServer(certificate?: Certificate) {
  const subscribers = new Map<string, Recipient>()
  let [underWay, brokenOff, lastArrival] = [0, 0, Date.now()]

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await wholeBody(request)
    const subscriber = subscribers.get(request.url?.slice(1) ?? '')
    if (subscriber === undefined) return void response.writeHead(404).end()
    lastArrival = Date.now()
    const manner = subscriber.manner()
    const eventId = note(subscriber, request, body)
    underWay++
    response.once('close', () => {
      underWay--
      if (response.writableFinished && manner.answer === 200) subscriber.arrivals.accept(eventId)
      if (!response.writableFinished && manner.answer !== 'reset') brokenOff++
    })
    await answer(response, manner)
  }

  const server = await startLoopbackServer((request, response) => {
    // A sender killed in the middle of a request breaks it.
    receive(request, response).catch(() => response.destroy())
  }, certificate)
  return {
    ...server,
    subscribers,
    /** requests that wait for their answer */
    underWay: () => underWay,
    /** requests whose sender was gone before they were answered */
    brokenOff: () => brokenOff,
    /** milliseconds since 1970 */
    lastArrival: () => lastArrival,
  }
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: string[] = []
  request.setEncoding('latin1')
  for await (const chunk of request) chunks.push(String(chunk))
  return Buffer.from(chunks.join(''), 'latin1')
}

/** Remembers a notification; returns the id of its event. */
function note({ arrivals, signatures }: Recipient, request: IncomingMessage, body: Buffer): string {
  const { id, data } = Value.Decode(notification, JSON.parse(body.toString()))
  const webhookId = String(request.headers['webhook-id'])
  arrivals.add(id, { noteId: data.id, version: data.version, webhookId, body })
  signatures.check(body, request.headers)
  return id
}

async function answer(response: ServerResponse, { afterMs, answer }: Manner): Promise<void> {
  if (afterMs > 0) await delay(afterMs)
  if (answer === 'reset') response.destroy()
  else response.writeHead(answer).end()
}

interface Received {
  readonly noteId: string
  readonly version: number
  readonly webhookId: string
  readonly hash: string
  /** when it was accepted last, milliseconds since 1970 */
  lastAt: number
  /** its place among the accepted events, from 1 */
  acceptedAs: number | undefined
}

/** What an endpoint received, event by event. */
export class Arrivals {
  readonly #received = new Map<string, Received>()
  #accepted = 0
  count = 0
  /** repeats that were not what came before */
  readonly faults = { otherId: 0, otherBytes: 0 }

  add(
    eventId: string,
    { body, ...about }: Pick<Received, 'noteId' | 'version' | 'webhookId'> & { body: Buffer },
  ) {
    this.count++
    const { webhookId } = about
    const hash = createHash('sha256').update(body.toString('latin1')).digest('hex')
    const received = this.#received.get(eventId) ?? { ...about, hash, lastAt: 0, acceptedAs: undefined }
    this.#received.set(eventId, received)
    if (received.webhookId !== webhookId) this.faults.otherId++
    if (received.hash !== hash) this.faults.otherBytes++
  }

  /** The receiver accepted an event and its answer arrived. An answer to a killed sender does not count. */
  accept(eventId: string): void {
    const received = this.#received.get(eventId)
    if (received === undefined) return
    received.acceptedAs ??= ++this.#accepted
    received.lastAt = Date.now()
  }

  wasAccepted(eventId: string): boolean {
    return this.#received.get(eventId)?.acceptedAs !== undefined
  }

  /** When an event was accepted last, milliseconds since 1970; 0 when it never was. */
  lastAt(eventId: string): number {
    return this.#received.get(eventId)?.lastAt ?? 0
  }

  get repeats(): number {
    return this.count - this.#received.size
  }

  /** Webhook ids of what was first accepted after something later of the same note. */
  outOfOrder(): readonly string[] {
    const notes = new Map<string, Received[]>()
    for (const received of this.#received.values())
      notes.set(received.noteId, [...(notes.get(received.noteId) ?? []), received])
    return [...notes.values()].flatMap(overtaken)
  }
}

function overtaken(note: Received[]): readonly string[] {
  let first = Number.POSITIVE_INFINITY
  const late: string[] = []
  for (const { acceptedAs, webhookId } of note.sort((a, b) => b.version - a.version)) {
    if (acceptedAs === undefined) continue
    if (acceptedAs > first) late.push(webhookId)
    first = Math.min(first, acceptedAs)
  }
  return late
}

/** How long an attempt may go on with what was read before a rotation: longer than any attempt takes. */
const OLD_ATTEMPT_MS = 20_000

/** An endpoint's secret, before and after its rotation, and which of them its notifications were signed with. */
export class Signatures {
  readonly #current: Webhook
  #next: Webhook | undefined
  #rotatedAt = Number.POSITIVE_INFINITY
  readonly counts = { current: 0, both: 0, next: 0, unverified: 0, stale: 0 }

  constructor(secret: string) {
    this.#current = new Webhook(secret)
  }

  rotate(secret: string): void {
    this.#next = new Webhook(secret)
    this.#rotatedAt = Date.now()
  }

  get isRotated(): boolean {
    return this.#next !== undefined
  }

  /** An attempt that was answered before this knew of the new secret carries the former one's signature as well. */
  check(body: Buffer, headers: IncomingHttpHeaders): void {
    const current = verifies(this.#current, body, headers)
    const next = this.#next !== undefined && verifies(this.#next, body, headers)
    this.counts[current ? (next ? 'both' : 'current') : next ? 'next' : 'unverified']++
    if (current && !next && Date.now() - this.#rotatedAt > OLD_ATTEMPT_MS) this.counts.stale++
  }
}

function verifies(webhook: Webhook, body: Buffer, headers: IncomingHttpHeaders): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  try {
    webhook.verify(body.toString(), Object.fromEntries(names.map((name) => [name, String(headers[name])])))
    return true
  } catch {
    return false
  }
}
