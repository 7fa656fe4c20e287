import { rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { startChild } from '../harness/child.js'
import { close, listen } from '../harness/listen.js'
import { untilFirstSecrets } from '../harness/requests.js'
import { newScratchDirectory } from '../harness/servers.js'

/** The whole service as `npm start` runs it, on data of its own that are thrown away. */
export interface Service {
  /** where it listens */
  readonly url: string
  /** what it makes at its first start: who logs in, and how */
  readonly person: { readonly email: string; readonly password: string }
  stop(): Promise<void>
}

// How much may come in a minute is not what is looked at here.
const ENV = { RATE_LIMIT_PER_MINUTE: '1000000', PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' }

/** Starts the service with its embedded PostgreSQL. */
export async function startService(): Promise<Service> {
  const directory = await newScratchDirectory('conformance')
  const env = { ...ENV, DATA_DIR: join(directory, 'data') }
  const child = await startChild({ script: 'services/all-in-one/dist/main.js', env, path: '/readyz' })
  return {
    url: child.url,
    person: await untilFirstSecrets(child, env.DATA_DIR),
    async stop() {
      await child.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Another address of the service, at which every request carries an access token. */
interface Proxy {
  readonly url: string
  close(): Promise<void>
}

/**
 * Puts a token into every request, as the suite has none; everything else passes as it came, Host and Origin above all, so that
 * scenarios about these mean something.
 */
export async function withToken(service: string, token: string): Promise<Proxy> {
  const { hostname, port } = new URL(service)
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const given = { ...headers, authorization: `Bearer ${token}` }
    const onwards = request({ hostname, port, method, path, headers: given }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    incoming.pipe(onwards)
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  return { url, close: () => close(server) }
}
