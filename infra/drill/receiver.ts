import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Type } from '@sinclair/typebox'
import { close, listen } from '../harness/listen.js'
import { accepted, send } from '../harness/requests.js'
import { announcements } from './announcements.js'

/** What a receiver of webhooks needs to speak https on this machine. */
export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  /** for `NODE_EXTRA_CA_CERTS` of its callers */
  readonly file: string
}

/**
 * Makes a certificate that only this drill trusts.
 *
 * @param holder what it is for, as OpenSSL writes it
 * @param days how long it is valid
 */
export async function newCertificate(
  directory: string,
  holder = 'IP:127.0.0.1',
  days = 1,
): Promise<Certificate> {
  const [key, file] = [join(directory, 'receiver.key'), join(directory, 'receiver.crt')]
  const subject = ['-subj', '/CN=webhook receiver of a drill', '-addext', `subjectAltName=${holder}`]
  const kind = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    String(days),
  ]
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

/** A webhook receiver that remembers what it received. @param certificate speaks https when there is one */
export async function startReceiver(certificate?: Certificate) {
  const received = announcements()
  let count = 0
  const listener: RequestListener = (request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.take(body, String(request.headers['webhook-id']))
      count += 1
      response.writeHead(204).end()
    })
  }
  const { origin, close } = await startLoopbackServer(listener, certificate)
  return {
    url: `${origin}/hook`,
    announced: received.announced,
    duplicates: received.duplicates,
    /** how many notifications have come, repeats included */
    count: () => count,
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
