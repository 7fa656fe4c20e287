import type { Visit } from '../support/visit.js'

/** A server-sent event. */
export interface SentEvent {
  readonly event: string
  readonly data: unknown
  readonly id: string | undefined
}

/** An open stream of them. */
export interface EventStream {
  readonly headers: Headers
  /** everything that has come so far */
  text(): string
  /** The next event of this name; those before it are passed over. Undefined when the stream ends before. */
  next(event: string): Promise<SentEvent | undefined>
  /** Resolves when the service has ended it; rejects when it was broken off. */
  readonly ended: Promise<void>
  close(): void
}

/** Opens a stream as a browser does. Answers with the response alone when it is none. */
export async function openStream(
  origin: string,
  by: Pick<Visit, 'cookies'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream | Response> {
  const gone = new AbortController()
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(new URL(path, origin), {
    headers: { accept: 'text/event-stream', cookie, ...headers },
    redirect: 'manual',
    signal: gone.signal,
  })
  if (!`${answer.headers.get('content-type')}`.startsWith('text/event-stream') || !answer.body) return answer
  let text = ''
  let taken = 0
  let isOver = false
  let wake = (): void => undefined
  const ended = (async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    try {
      for await (const part of body) {
        text += decoder.decode(part, { stream: true })
        wake()
      }
    } finally {
      isOver = true
      wake()
    }
  })(answer.body)
  ended.catch(() => undefined)
  return {
    headers: answer.headers,
    text: () => text,
    async next(event) {
      for (;;) {
        const end = text.indexOf('\n\n', taken)
        if (end >= 0) {
          const sent = eventIn(text.slice(taken, end))
          taken = end + 2
          if (sent.event === event) return sent
        } else if (isOver) return undefined
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
    ended,
    close: () => gone.abort(),
  }
}

function eventIn(block: string): SentEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  return {
    event: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? 'null'),
    id: fields.get('id'),
  }
}
