import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { fewToEach } from './few-to-each.js'
import { MailRefused, mailServer } from './mail-server.js'
import type { Message } from './message.js'

/** Before each attempt after the first, milliseconds: links end within the hour, so it is no use to try for longer. */
const PAUSES = [2_000, 15_000, 60_000, 300_000]
const MOST_UNDER_WAY = 500
const LONGEST_FAREWELL_MS = 5_000

/** Sends messages behind the answer: neither how long it takes nor whether it succeeds can be seen by who asked. */
export interface Mailer {
  /** Takes a message and returns at once. What cannot be sent after a few attempts is logged, without the address. */
  send(message: Message): void
  /** Lets attempts under way finish, for five seconds; makes no others. */
  close(): Promise<void>
}

/**
 * Sends by the mail server at `url`, in the name of `from`: see `mailServer`. One address is sent a few messages an hour
 * at most, whoever asks for them, besides those that are bounded where they are made. Messages that wait are lost when the process ends; people ask again.
 */
export function openMailer(options: {
  readonly url: string
  readonly from: string
  readonly log: FastifyBaseLogger
  readonly pauses?: readonly number[]
}): Mailer {
  const { log, pauses = PAUSES } = options
  const server = mailServer(options)
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const isOneTooMany = fewToEach()

  async function trySending(message: Message): Promise<void> {
    for (const before of [0, ...pauses]) {
      const mayGoOn = before === 0 || (await passes(before, closing.signal))
      if (!mayGoOn) return log.warn('mail given up: the process ends')
      const refusal = await attempt(message)
      if (refusal === undefined) return
      log.warn({ reason: refusal.reason }, 'mail not taken')
      if (refusal.isFinal) break
    }
    log.error('mail given up')
  }

  async function attempt(message: Message): Promise<MailRefused | undefined> {
    try {
      await server.deliver(message)
      return undefined
    } catch (error) {
      return error instanceof MailRefused ? error : new MailRefused('failed', true)
    }
  }

  return {
    send(message) {
      if (closing.signal.aborted || underWay.size >= MOST_UNDER_WAY)
        return log.error('mail given up: too much of it')
      if (!message.isBounded && isOneTooMany(message.to))
        return log.warn('mail given up: too many messages to one address')
      const sending = trySending(message).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.all(underWay), pause(LONGEST_FAREWELL_MS, undefined, { ref: false })])
      server.close()
    },
  }
}

/** False when the signal came first. */
function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
