import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { MailRefused, type Message, mailServer } from './mail-server.js'

/** Before each attempt after the first, milliseconds: links end within the hour, so it is no use to try for longer. */
const PAUSES = [2_000, 15_000, 60_000, 300_000]
const MOST_UNDER_WAY = 500
const LONGEST_FAREWELL_MS = 5_000

/** Where it is told what becomes of messages; never to whom they go. */
export interface MailLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Sends messages. */
export interface Mailer {
  /**
   * Takes a message and returns at once: neither how long sending takes nor whether it succeeds can be seen by who asked. What
   * cannot be sent after a few attempts is logged, without the address.
   */
  send(message: Message): void
  /**
   * Sends a message now, at one attempt. The caller limits these.
   *
   * @param signal gives up; half a minute is the most
   * @throws MailRefused when the server does not take it, also because the process ends
   */
  deliver(message: Message, signal: AbortSignal): Promise<void>
  /** Lets attempts under way finish, for five seconds; makes no others. */
  close(): Promise<void>
}

/**
 * Sends by the mail server at `url`, in the name of `from`: see `mailServer`. One address is sent a few messages an hour
 * at most, no matter who requests them, besides those that callers limit. Messages that wait are lost when the process ends;
 * people ask again.
 */
export function openMailer(options: {
  readonly url: string
  readonly from: string
  readonly log: MailLog
  readonly pauses?: readonly number[]
}): Mailer {
  const { log, pauses = PAUSES } = options
  const server = mailServer(options)
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const isOneTooMany = hourlyLimit()

  async function trySending(message: Message): Promise<void> {
    for (const before of [0, ...pauses]) {
      const mayGoOn = before === 0 || (await passes(before, closing.signal))
      if (!mayGoOn) return log.warn({}, 'mail given up: the process ends')
      const refusal = await attempt(message)
      if (refusal === undefined) return
      log.warn({ reason: refusal.reason }, 'mail not taken')
      if (refusal.isFinal) break
    }
    log.error({}, 'mail given up')
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
        return log.error({}, 'mail given up: too much of it')
      if (!message.isBounded && isOneTooMany(message.to))
        return log.warn({}, 'mail given up: too many messages to one address')
      const sending = trySending(message).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    deliver: (message, signal) => server.deliver(message, AbortSignal.any([signal, closing.signal])),
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

const HOUR_MS = 3_600_000
const MOST_AN_HOUR = 6
const MOST_KEPT = 10_000

/** Bounds messages per address, so that strangers cannot fill a mailbox. True: the limit is reached. */
function hourlyLimit(): (address: string) => boolean {
  const sent = new LRUCache<string, readonly number[]>({ max: MOST_KEPT, ttl: HOUR_MS })
  return (address) => {
    const name = address.toLowerCase()
    const recent = (sent.get(name) ?? []).filter((at) => at > Date.now() - HOUR_MS)
    if (recent.length >= MOST_AN_HOUR) return true
    sent.set(name, [...recent, Date.now()])
    return false
  }
}
