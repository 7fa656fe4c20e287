import type { Dispatcher } from 'undici'

/** What has come back from a receiver. */
export interface Answer {
  readonly status: number
  /** the `retry-after` header */
  readonly retryAfter: string | undefined
  /** the first 4 KB of the body, as text */
  readonly body: string
}

/** A request on its way. */
export interface Exchange {
  /**
   * Resolves once the answer is there. A body that breaks off does not matter, for whatever reason: the status has
   * arrived, and the body is kept for people only. Rejects when there is not even a status.
   */
  readonly answer: Promise<Answer>
  /** Ends it at once, whatever it is waiting for: without a status for this reason. */
  breakOff(reason: Error): void
}

export interface Post {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/**
 * Posts once, and takes the answer as it comes from undici's parser: its `request` would make a stream of each, and an
 * abort signal for each, which cost more than all the rest of sending.
 */
export function exchange(dispatcher: Dispatcher, { origin, path, headers, body }: Post): Exchange {
  let connected: Dispatcher.DispatchController | undefined
  let head: Pick<Answer, 'status' | 'retryAfter'> | undefined
  let brokenOff: Error | undefined
  let end: (error?: Error) => void = () => undefined
  const beginning = keepBeginning()
  const answer = new Promise<Answer>((resolve, reject) => {
    end = (error) => (head ? resolve({ ...head, body: beginning.text() }) : reject(error))
  })
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      connected = controller
      if (brokenOff) controller.abort(brokenOff)
    },
    onResponseStart(_, status, { 'retry-after': retryAfter }) {
      // Early hints and the like come before the answer.
      if (status >= 200) head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter }
    },
    onResponseData(controller, chunk) {
      if (!beginning.take(chunk)) controller.abort(new Error('enough'))
    },
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  }
  dispatcher.dispatch({ origin, path, method: 'POST', headers: { ...headers }, body }, handler)
  return {
    answer,
    // undici itself could do so only once it is connected.
    breakOff(reason) {
      brokenOff = reason
      connected?.abort(reason)
      end(reason)
    },
  }
}

const MOST_READ = 64 * 1024
const MOST_KEPT = 4 * 1024

/** The beginning of a body that comes in pieces. */
export interface Beginning {
  /** Keeps what belongs to the first 4 KB; false when 64 KB have come and nothing more need be read. */
  take(piece: Uint8Array): boolean
  /** What was kept, as text. */
  text(): string
}

function keepBeginning(): Beginning {
  const kept: Uint8Array[] = []
  let taken = 0
  return {
    take(piece) {
      if (taken < MOST_KEPT) kept.push(piece.slice(0, MOST_KEPT - taken))
      taken += piece.length
      return taken < MOST_READ
    },
    text() {
      if (kept.length === 0) return ''
      // Postgres takes any character in text but this one. A character that was cut in half is left out.
      return new TextDecoder().decode(Buffer.concat(kept), { stream: true }).replaceAll('\0', '\uFFFD')
    },
  }
}
