import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerError } from 'smtp-server'
import type { Test } from 'tap'
import { portOf } from './port-of.js'

/** A message as it came over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** by their names in lower case, decoded */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  /** the addresses in it that lead to the panel */
  readonly links: readonly string[]
  readonly raw: string
}

export interface TestMailServer {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** the message that comes next, or came and was not asked for */
  next(): Promise<ReceivedMail>
  /** answers the next messages with these statuses instead of taking them */
  refuse(...statuses: readonly number[]): void
  /** how many messages it has answered in any way */
  readonly answered: number
}

/** A mail server on loopback that keeps what it receives. */
export async function startMailServer(t: Test): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const refusals: number[] = []
  let waiting: (() => void)[] = []
  let asked = 0
  let answered = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope
      void text(stream).then((raw) => {
        answered += 1
        const status = refusals.shift()
        if (status !== undefined) return callback(refusal(status, `no, <${rcptTo[0]?.address}>`))
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parse(raw),
        })
        callback()
        for (const go of waiting.splice(0)) go()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)))
  return {
    url: `smtp://127.0.0.1:${portOf(server.server)}`,
    received,
    async next() {
      const index = asked++
      for (;;) {
        const mail = received[index]
        if (mail !== undefined) return mail
        await new Promise<void>((resolve) => {
          waiting = [...waiting, resolve]
        })
      }
    },
    refuse: (...statuses) => void refusals.push(...statuses),
    get answered() {
      return answered
    },
  }
}

function refusal(responseCode: number, message: string): SMTPServerError {
  return Object.assign(new Error(message), { responseCode })
}

/** One part of plain text, which is all that we send. */
function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'links' | 'raw'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
      }),
  )
  const body = rest.join('\r\n\r\n')
  const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '').replaceAll('\r\n', '\n')
  return { headers, text, links: text.match(/https?:\/\/\S+/g) ?? [], raw }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body
}

// RFC 2047
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
