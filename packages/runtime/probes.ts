import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { listenFault } from './listen-fault.js'
import { type Checks, type Look, type ReadinessLog, sharedLook, watchReadiness } from './readiness.js'
import { SCRAPED } from './scraped.js'

interface ProbeOptions {
  readonly host: string
  /** 0: any free port */
  readonly port: number
  /** what the process cannot work without */
  readonly checks: Checks
  /** aborts when the process must stop: it is not ready any more */
  readonly shutdownSignal: AbortSignal
  readonly log: ReadinessLog
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/**
 * Listens for the questions that orchestrators ask a process without a public interface: `/livez`, and `/readyz`
 * with the problems in sentences. The log says each change of readiness once.
 *
 * @returns how to stop listening
 * @throws StartFault when it cannot listen there
 * @example
 * closeWith(await startProbes({ ...config, checks: { PostgreSQL: () => pool.query('select 1') }, shutdownSignal, log }))
 */
export async function startProbes(options: ProbeOptions): Promise<() => Promise<void>> {
  const { host, port, checks, log } = options
  const look = sharedLook(checks)
  const server = createServer(SCRAPED, (request, response) => {
    answerTo(request, look, options).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log.warn({ err: error }, 'a probe failed')
        send(response, json(500, { status: 'unavailable' }))
      },
    )
  })
  server.listen({ host, port })
  await once(server, 'listening').catch((error: unknown) => {
    throw listenFault(error, options)
  })
  log.info({}, `listening at ${urlOf(server, host)}`)
  const closing = new AbortController()
  const watching = watchReadiness({ look, log, signal: closing.signal })
  return async () => {
    closing.abort()
    server.close()
    server.closeAllConnections()
    await watching
  }
}

function urlOf(server: Server, host: string): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

async function answerTo(request: IncomingMessage, look: Look, options: ProbeOptions): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return json(405, { status: 'method not allowed' })
  switch (request.url?.split('?', 1)[0]) {
    case '/livez':
      return json(200, { status: 'ok' })
    case '/readyz':
      return readiness(
        options.shutdownSignal.aborted ? ['The process is stopping.'] : [...(await look()).values()],
      )
    default:
      return json(404, { status: 'not found' })
  }
}

function readiness(problems: readonly string[]): Answer {
  return problems.length === 0 ? json(200, { status: 'ok' }) : json(503, { status: 'unavailable', problems })
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
