import { setTimeout as delay } from 'node:timers/promises'
import { aborted } from '../aborted.js'
import { BrokerUnavailable } from '../port.js'
import type { BrokerProblems } from './problems.js'
import { sentenceFor } from './sentences.js'
import type { Server } from './server.js'
import { openSession, type Session } from './session.js'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** A session that lasted this long was a good one: the next pause is a short one again. */
const GOOD_AFTER_MS = 10_000

/** A connection that is made again whenever it is lost. */
export interface Connection {
  /** @throws BrokerUnavailable with a sentence, while there is none */
  current(): Session
  /** the session at this moment or the next one; undefined when the signal aborts before */
  session(signal: AbortSignal): Promise<Session | undefined>
  /** Lets go of a session in which something is not there that should be: the next one makes it. */
  renew(session: Session): Promise<void>
  close(): Promise<void>
}

/**
 * Connects to one of the servers, prepares what we need there, and does so again whenever the connection is lost, with
 * growing pauses while none of them can be used.
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
      ? `Something that we need of NATS at ${session.where} is not there, and is being made again.`
      : `The connection to NATS at ${session.where} was lost.`
  }

  /** Tries each server. Returns when a session has come to its end, with how long it lasted, or none could be had. */
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
    let pause = FIRST_PAUSE_MS
    while (!closing.signal.aborted) {
      if ((await round()) > GOOD_AFTER_MS) pause = FIRST_PAUSE_MS
      await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }

  /** A session that has just ended is of no use any more. */
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
