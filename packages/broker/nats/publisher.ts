import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { createInbox, ErrorCode, type Msg, type MsgHdrs, type NatsConnection, NatsError } from 'nats'

/** Publishes into streams over one connection. */
export interface StreamPublisher {
  /**
   * Resolves when the stream holds the message.
   *
   * @throws NatsError with the server's answer if it refuses, or because there is none
   */
  publish(subject: string, payload: Uint8Array, headers: MsgHdrs): Promise<void>
}

interface Waiting {
  readonly until: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Opens a publisher. The client's own `js.publish` makes a timer, an error for the case that it runs out, and a request of
 * each message, which together cost more than all the rest of publishing. Here one subscription takes all answers, and one
 * timer watches over them.
 *
 * @param withinMs an answer that has not come by then never will
 */
export function streamPublisher(nc: NatsConnection, withinMs: number): StreamPublisher {
  const prefix = `${createInbox()}.`
  const waiting = new Map<string, Waiting>()
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let isListening = false

  function take(token: string): Waiting | undefined {
    const one = waiting.get(token)
    waiting.delete(token)
    return one
  }

  function watch(): void {
    timer = undefined
    const now = performance.now()
    // In the order in which they were published.
    for (const [token, { until }] of waiting) {
      if (until > now) {
        timer = setTimeout(watch, until - now)
        return
      }
      take(token)?.reject(NatsError.errorForCode(ErrorCode.Timeout))
    }
  }

  function failAll(error: unknown): void {
    clearTimeout(timer)
    timer = undefined
    for (const token of [...waiting.keys()]) take(token)?.reject(error)
  }

  function onAnswer(error: Error | null, message: Msg): void {
    if (error) {
      failAll(error)
      return
    }
    const one = take(message.subject.slice(prefix.length))
    const refusal = refusalIn(message)
    if (refusal) one?.reject(refusal)
    else one?.resolve()
  }

  function listen(): void {
    isListening = true
    nc.subscribe(`${prefix}*`, { callback: onAnswer })
    void nc.closed().then(() => failAll(NatsError.errorForCode(ErrorCode.ConnectionClosed)))
  }

  return {
    publish: (subject, payload, headers) =>
      new Promise((resolve, reject) => {
        if (!isListening) listen()
        count += 1
        const token = count.toString(36)
        nc.publish(subject, payload, { headers, reply: prefix + token })
        waiting.set(token, { until: performance.now() + withinMs, resolve, reject })
        timer ??= setTimeout(watch, withinMs)
      }),
  }
}

const answer = TypeCompiler.Compile(
  Type.Object({
    stream: Type.Optional(Type.String()),
    error: Type.Optional(
      Type.Object({ code: Type.Number(), err_code: Type.Number(), description: Type.String() }),
    ),
  }),
)

/** Why the server has not stored a message; undefined when it has. */
function refusalIn({ data, headers }: Msg): NatsError | undefined {
  if (data.length === 0) return NatsError.errorForCode(String(headers?.code ?? ErrorCode.JetStreamInvalidAck))
  const said = parsed(data)
  if (!answer.Check(said)) return NatsError.errorForCode(ErrorCode.JetStreamInvalidAck)
  const { error, stream } = said
  if (error === undefined) return stream ? undefined : NatsError.errorForCode(ErrorCode.JetStreamInvalidAck)
  const refusal = new NatsError(error.description, String(error.code))
  refusal.api_error = error
  return refusal
}

function parsed(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString('utf8'))
  } catch {
    return undefined
  }
}
