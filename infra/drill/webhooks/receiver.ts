import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Certificate } from '../certificate.js'
import { startLoopbackServer } from '../loopback-server.js'
import type { Manner } from './manner.js'
import type { Subscriber } from './subscriber.js'

const notification = Type.Object({
  id: Type.String(),
  data: Type.Object({ id: Type.String(), version: Type.Integer() }),
})

/** One server for all endpoints, each at a path of its own. */
export interface SubscribersServer {
  readonly origin: string
  readonly subscribers: Map<string, Subscriber>
  /** requests that wait for their answer */
  underWay(): number
  /** requests whose sender was gone before they were answered */
  brokenOff(): number
  /** milliseconds since 1970 */
  lastArrival(): number
  close(): Promise<void>
}

/** @param certificate speaks https when there is one */
export async function startSubscribersServer(certificate?: Certificate): Promise<SubscribersServer> {
  const subscribers = new Map<string, Subscriber>()
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
    // Whoever is killed while sending is heard no more.
    receive(request, response).catch(() => response.destroy())
  }, certificate)
  return {
    ...server,
    subscribers,
    underWay: () => underWay,
    brokenOff: () => brokenOff,
    lastArrival: () => lastArrival,
  }
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: string[] = []
  request.setEncoding('latin1')
  for await (const chunk of request) chunks.push(String(chunk))
  return Buffer.from(chunks.join(''), 'latin1')
}

/** Remembers a notification; returns which event it tells of. */
function note({ arrivals, signatures }: Subscriber, request: IncomingMessage, body: Buffer): string {
  const { id, data } = Value.Decode(notification, JSON.parse(body.toString()))
  const about = { eventId: id, noteId: data.id, version: data.version }
  const webhookId = String(request.headers['webhook-id'])
  arrivals.add({ ...about, webhookId, body })
  signatures.check(body, request.headers)
  return id
}

async function answer(response: ServerResponse, { afterMs, answer }: Manner): Promise<void> {
  if (afterMs > 0) await delay(afterMs)
  if (answer === 'reset') response.destroy()
  else response.writeHead(answer).end()
}
