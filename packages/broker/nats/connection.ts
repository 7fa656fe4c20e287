import { aborted, backoff } from '@ecmr/runtime'
import { BrokerUnavailable } from '../port.js'
import { type BrokerProblems, sentenceFor } from './problems.js'
import type { Server } from './server.js'
import { openSession, type Session } from './session.js'

/** After a session that lasted this long the delays start over. */
const GOOD_AFTER_MS = 10_000

/** A connection that reconnects whenever it is lost. */
export interface Connection {
  /** @throws BrokerUnavailable with a sentence, while there is none */
  current(): Session
  /** the session at this moment or the next one; undefined when the signal aborts before */
  session(signal: AbortSignal): Promise<Session | undefined>
  /** Closes a session in which something is missing: the next one creates it. */
  renew(session: Session): Promise<void>
  close(): Promise<void>
}

/**
 * Connects to one of the servers and prepares it, again whenever the connection is lost, with growing delays while no
 * server can be used.
 */
export function keepConnected(options: {
  readonly servers: readonly Server[]
  readonly name: string
  readonly prepare: (session: Session) => Promise<void>
  readonly problems: BrokerProblems
}): Connection {
  const { servers, name, prepare, problems } = options
  const closing = new AbortController()
  const waiting = new Set<(session: Session) => void>()
  let current: Session | undefined
  let givenUp: Session | undefined

  /** Returns how long the session lasted, in milliseconds. */
  async function live(server: Server): Promise<number> {
    const session = await openSession(server, name, closing.signal)
    const letGo = (): void => void session.nc.close()
    closing.signal.addEventListener('abort', letGo)
    try {
      if (closing.signal.aborted) return 0
      await prepare(session)
      const since = performance.now()
      current = session
      problems.report('connection', undefined)
      for (const settle of waiting) settle(session)
      await aborted(session.lost)
      if (!closing.signal.aborted) problems.report('connection', whyLost(session))
      return performance.now() - since
    } finally {
      current = undefined
      closing.signal.removeEventListener('abort', letGo)
      await session.nc.close()
    }
  }

  function whyLost(session: Session): string {
    return session === givenUp
      ? `A stream or consumer of NATS at ${session.where} is missing and is being created again.`
      : `The connection to NATS at ${session.where} was lost.`
  }

  /** Tries each server. Returns how long the session lasted; 0: there was none. */
  async function round(): Promise<number> {
    const faults: string[] = []
    for (const server of servers) {
      if (closing.signal.aborted) return 0
      try {
        return await live(server)
      } catch (error) {
        faults.push(sentenceFor(error, server.where))
      }
    }
    if (!closing.signal.aborted) problems.report('connection', [...new Set(faults)].join(' '))
    return 0
  }

  async function stay(): Promise<void> {
    const delays = backoff({ maxDelayMs: 2_000 })
    while (!closing.signal.aborted) {
      if ((await round()) > GOOD_AFTER_MS) delays.reset()
      await delays.wait(closing.signal)
    }
  }

  const usable = (): Session | undefined => (current?.isOver() ? undefined : current)
  const staying = stay()
  return {
    current() {
      const session = usable()
      if (session) return session
      const where = servers.map((server) => server.where).join(', ')
      throw new BrokerUnavailable(problems.current() ?? `NATS at ${where} is not connected yet.`)
    },
    session(signal) {
      const session = usable()
      if (session || signal.aborted) return Promise.resolve(session)
      return new Promise((resolve) => {
        const settle = (session?: Session): void => {
          waiting.delete(settle)
          signal.removeEventListener('abort', giveUp)
          resolve(session)
        }
        const giveUp = (): void => settle()
        waiting.add(settle)
        signal.addEventListener('abort', giveUp)
      })
    },
    async renew(session) {
      givenUp = session
      await session.nc.close()
    },
    async close() {
      closing.abort()
      await staying
    },
  }
}
