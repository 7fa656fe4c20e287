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
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]
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

/** One part of plain text, and files that come along. */
function parse(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, body } = partOf(raw)
  const [, boundary] = /^multipart\/mixed; boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? []
  const parts = boundary === undefined ? [{ headers, body }] : partsOf(body, boundary)
  const [text = ''] = parts.map((part) => decodeBody(part).toString().replaceAll('\r\n', '\n'))
  const attachments = parts.slice(1).map((file) => ({
    name: /filename=(\S+)/.exec(file.headers.get('content-disposition') ?? '')?.[1] ?? '',
    type: file.headers.get('content-type')?.split(';')[0] ?? '',
    bytes: decodeBody(file),
  }))
  return { headers, text, links: text.match(/https?:\/\/\S+/g) ?? [], attachments, raw }
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

function partsOf(body: string, boundary: string): readonly Part[] {
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.slice(2, -2)))
}

function partOf(raw: string): Part {
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
  return { headers, body: rest.join('\r\n\r\n') }
}

function decodeBody({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body)
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
