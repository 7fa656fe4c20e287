import { setTimeout as pause } from 'node:timers/promises'
import { formats } from '@ecmr/domain'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createTransport } from 'nodemailer'

/** A message to one person: plain text, in that person's language. */
export interface Message {
  /** an address, and nothing but one */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The caller limits these, so that others, which anyone can request, do not use up their share. */
  readonly isBounded?: true
}

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
 * at most, no matter who requests them, besides those that callers limit. Messages that wait are lost when the process ends;
 * people ask again.
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
  const isOneTooMany = hourlyLimit()

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

/** The server that mail goes out by. */
export interface MailServer {
  /** Rejects with a `MailRefused` when the server does not take the message, or does not do so in time. */
  deliver(message: Message): Promise<void>
  close(): void
}

/** A message was not taken. Says why by codes alone: what a server answers tends to repeat the address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'

  constructor(
    readonly reason: string,
    /** whether the server says that trying again is of no use (RFC 5321, section 4.2.1) */
    readonly isFinal: boolean,
  ) {
    super(reason)
  }
}

const LONGEST_ATTEMPT_MS = 30_000

/**
 * @param url of the server: `smtps://user:password@host:465`, or `smtp://host:587`, which is encrypted when the server
 *   offers it
 * @param from whom messages come from: an address, or a name with an address in angle brackets
 */
export function mailServer({ url, from }: { readonly url: string; readonly from: string }): MailServer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    maxRequeues: 0,
    idleTimeout: 10_000,
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async deliver({ to, subject, text }) {
      if (!formats.email(to)) throw new MailRefused('not an address', true)
      await transport
        .sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
          text,
          // RFC 3834: no automatic absence replies to us.
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(LONGEST_ATTEMPT_MS),
        })
        .catch((error: unknown) => {
          throw refusalFrom(error)
        })
    },
    close: () => transport.close({ force: true }),
  }
}

function refusalFrom(error: unknown): MailRefused {
  if (!(error instanceof Error)) return new MailRefused('unknown', false)
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return new MailRefused(status === 0 ? code : `${code} ${status}`, status >= 500)
}
