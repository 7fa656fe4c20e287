import { createConnection } from 'node:net'
import type { ConnectionOptions } from 'nats'
import { BrokerUnavailable } from '../port.js'
import { sentenceFor } from './problems.js'

/** A NATS server as its URL describes it. */
export interface Server {
  /** `host:port`, without credentials: fit for the log */
  readonly where: string
  readonly host: string
  readonly port: number
  /** what the client needs to log in, and whether it must encrypt */
  readonly options: Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'>
}

const DEFAULT_PORT = 4222

/** Reads a URL such as `nats://user:password@host:4222`, `nats://token@host` or `tls://host`. */
export function parseServer(url: string): Server {
  const { protocol, hostname, port, username, password } = new URL(url)
  const number = port === '' ? DEFAULT_PORT : Number(port)
  return {
    where: `${hostname}:${number}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    options: {
      ...login(decodeURIComponent(username), decodeURIComponent(password)),
      ...(protocol === 'tls:' && { tls: {} }),
    },
  }
}

function login(user: string, pass: string): Server['options'] {
  if (user === '') return {}
  return pass === '' ? { token: user } : { user, pass }
}

const WITHIN_MS = 3_000
const MOST_BYTES = 64 * 1024

/**
 * Checks that a NATS server answers: it greets every client. The NATS client would find out too, but leaves its
 * connection open when something else stays silent, one more with each try.
 *
 * @throws BrokerUnavailable when something else answers, or nothing
 */
export async function expectGreeting(server: Server, signal: AbortSignal): Promise<void> {
  const greeting = await firstLine(server, signal).catch((error: unknown) => {
    throw new BrokerUnavailable(sentenceFor(error, server.where), { cause: error })
  })
  if (!/^INFO \{/i.test(greeting))
    throw new BrokerUnavailable(`What answers at ${server.where} is not a NATS server: check NATS_URL.`)
}

function firstLine({ host, port, where }: Server, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = createConnection({ host, port })
    // Node's own `signal` option leaves a listener behind with every connection.
    const stop = (): void => void socket.destroy()
    signal.addEventListener('abort', stop)
    const silent = setTimeout(() => {
      const sentence = socket.connecting
        ? `NATS at ${where} cannot be reached: nothing answers there.`
        : `${where} does not greet as a NATS server does: it hangs, or is something else.`
      socket.destroy(new BrokerUnavailable(sentence))
    }, WITHIN_MS)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\n') || text.length > MOST_BYTES) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(silent)
      signal.removeEventListener('abort', stop)
      resolve(text)
    })
  })
}
