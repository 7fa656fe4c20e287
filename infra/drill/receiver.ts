import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from '@sinclair/typebox'
import { close, listen } from '../harness/listen.js'
import { accepted, send } from '../harness/requests.js'

/** What a receiver of webhooks needs to speak https on this machine. */
export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  /** for `NODE_EXTRA_CA_CERTS` of its callers */
  readonly file: string
}

/** Makes a certificate for 127.0.0.1 that only this drill trusts. */
export async function newCertificate(directory: string): Promise<Certificate> {
  const [key, file] = [join(directory, 'receiver.key'), join(directory, 'receiver.crt')]
  const subject = ['-subj', '/CN=webhook receiver of a drill', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', file])
  return { key: await readFile(key), cert: await readFile(file), file }
}

/** A customer's server on this machine. @param certificate speaks https when there is one */
export async function startLoopbackServer(listener: RequestListener, certificate?: Certificate) {
  const server = certificate ? createHttpsServer(certificate, listener) : createHttpServer(listener)
  const port = await listen(server)
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    close: () => close(server),
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export const announcedEvents = ['ecmr.created', 'ecmr.signed'] as const

/** Something that a subscriber must be notified of. */
export interface Fact {
  readonly noteId: string
  readonly type: (typeof announcedEvents)[number]
}

/** A webhook receiver that remembers what it received. @param certificate speaks https when there is one */
export async function startReceiver(certificate?: Certificate) {
  const announced = new Set<string>()
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
      announced.add(`${data.id} ${type}`)
      response.writeHead(204).end()
    })
  }
  const { origin, close } = await startLoopbackServer(listener, certificate)
  return {
    url: `${origin}/hook`,
    announced: ({ noteId, type }: Fact): boolean => announced.has(`${noteId} ${type}`),
    /** repeated deliveries of an event, by whether `webhook-id` was the same */
    duplicates: () => duplicates,
    close,
  }
}

const registered = Type.Object({ id: Type.String(), secret: Type.String() })

/** A webhook as the one who registered it knows it. */
export interface Subscription {
  readonly id: string
  readonly secret: string
}

/**
 * Registers a receiver.
 *
 * @param service where the API is
 * @param wish the body of `POST /api/webhooks`
 */
export async function subscribe(
  service: string,
  key: string,
  wish: { readonly url: string; readonly events: readonly string[]; readonly max_per_second?: number },
): Promise<Subscription> {
  return accepted(await send(`${service}/api/webhooks`, key, { body: wish }), registered)
}
