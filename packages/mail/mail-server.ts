import { formats } from '@ecmr/domain'

/** A message to one person: plain text, in that person's language. */
export interface Message {
  /** an address, and nothing but one */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly attachment?: Attachment
  /** what the message is known by, letters and digits: mail programs show one copy of several with the same; absent: made up */
  readonly id?: string
  /** an address that stops such messages by a POST without a login (RFC 2369, RFC 8058); absent: nothing is to be stopped */
  readonly unsubscribe?: string
  /** The caller limits these, so that others, which anyone can request, do not use up their share. */
  readonly isBounded?: true
}

/** A file that comes along. */
export interface Attachment {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** The server that mail goes out by. */
export interface MailServer {
  /**
   * Rejects with a `MailRefused` when the server does not take the message, or does not do so in time.
   *
   * @param signal gives up earlier
   */
  deliver(message: Message, signal?: AbortSignal): Promise<void>
  /** Connects and logs in, and sends nothing. Rejects with a `MailRefused` when the server lets us do neither. */
  check(): Promise<void>
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
  // Loaded for the first message: an installation that sends none is spared 3 MB.
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    async deliver({ to, subject, text, attachment, id, unsubscribe }, signal) {
      if (!formats.email(to)) throw new MailRefused('not an address', true)
      const late = AbortSignal.timeout(LONGEST_ATTEMPT_MS)
      transport ??= openTransport(url)
      const opened = await transport
      await opened
        .sendMail({
          from,
          to: { name: '', address: to },
          subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
          text,
          ...(id && { messageId: `<${id}@${/@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'}>` }),
          ...(attachment && { attachments: [asNodemailer(attachment)] }),
          // RFC 3834: no automatic absence replies to us.
          headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && stoppedBy(unsubscribe)) },
          xMailer: false,
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: signal ? AbortSignal.any([signal, late]) : late,
        })
        .catch((error: unknown) => {
          throw refusalFrom(error)
        })
    },
    async check() {
      transport ??= openTransport(url)
      const opened = await transport
      await opened.verify().catch((error: unknown) => {
        throw refusalFrom(error)
      })
    },
    close: () => void transport?.then((opened) => opened.close({ force: true })),
  }
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
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
}

// RFC 8058 takes https addresses only; over http the address is one to open (RFC 2369). Folded, some programs do not find it.
function stoppedBy(url: string) {
  const value = `<${url}>`
  return {
    'List-Unsubscribe': { prepared: true, value },
    ...(url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  }
}

function asNodemailer({ name, mediaType, bytes }: Attachment) {
  return {
    filename: name,
    contentType: mediaType,
    content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  }
}

function refusalFrom(error: unknown): MailRefused {
  if (!(error instanceof Error)) return new MailRefused('unknown', false)
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return new MailRefused(status === 0 ? code : `${code} ${status}`, status >= 500)
}
