import type { RequestListener } from 'node:http'
import type { Certificate } from './certificate.js'
import { startLoopbackServer } from './loopback-server.js'

/** A webhook receiver that remembers what it was told. */
export interface Receiver {
  readonly url: string
  announced(fact: Fact): boolean
  /** deliveries of an event it had been told of before, by whether `webhook-id` was the same */
  duplicates(): { readonly sameId: number; readonly otherId: number }
  close(): Promise<void>
}

/** What a receiver is told of. */
export const announcedEvents = ['ecmr.created', 'ecmr.signed'] as const

/** Something that a subscriber has to be told. */
export interface Fact {
  readonly noteId: string
  readonly type: (typeof announcedEvents)[number]
}

/** @param certificate speaks https when there is one */
export async function startReceiver(certificate?: Certificate): Promise<Receiver> {
  const told = new Set<string>()
  const idOf = new Map<string, string>()
  const duplicates = { sameId: 0, otherId: 0 }
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { type, data } = JSON.parse(body)
      const event = `${data.id} ${data.version}`
      const webhookId = String(request.headers['webhook-id'])
      const known = idOf.get(event)
      if (known === undefined) idOf.set(event, webhookId)
      else duplicates[known === webhookId ? 'sameId' : 'otherId']++
      told.add(`${data.id} ${type}`)
      response.writeHead(204).end()
    })
  }
  const { origin, close } = await startLoopbackServer(listener, certificate)
  return {
    url: `${origin}/hook`,
    announced: ({ noteId, type }) => told.has(`${noteId} ${type}`),
    duplicates: () => duplicates,
    close,
  }
}
