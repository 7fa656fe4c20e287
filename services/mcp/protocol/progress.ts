import { PassThrough, type Readable } from 'node:stream'
import type { Answer } from './serving.js'

/** What is done sooner is answered without news, and news comes no more often than this. */
const EVERY_MS = 1_000

/** With what a client wants to be told how far its call is. */
export type ProgressToken = string | number

/**
 * What a client has asked to be told while a message is worked on: in calls of tools with a `progressToken`, of clients that read a
 * stream of events.
 */
export function progressTokenOf(message: unknown, accept: string | undefined): ProgressToken | undefined {
  if (!accept?.toLowerCase().includes('text/event-stream')) return undefined
  const { method, params } = members(message)
  const { progressToken } = members(members(params)._meta)
  if (method !== 'tools/call') return undefined
  return typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** An answer that is there soon enough to be sent as it is; undefined: it takes longer, and a stream tells so meanwhile. */
export async function soon(answering: Promise<Answer>): Promise<Answer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, EVERY_MS, undefined)
  })
  return Promise.race([answering, waited]).finally(() => clearTimeout(timer))
}

/**
 * A stream of events: every second that the work goes on, and in the end the answer.
 *
 * @param answering resolves, whatever happens, with the text of the answer
 */
export function withProgress(answering: Promise<string>, progressToken: ProgressToken): Readable {
  const events = new PassThrough()
  const send = (json: string): void => {
    if (!events.destroyed) events.write(`event: message\ndata: ${json}\n\n`)
  }
  let progress = 0
  const tell = (): void => {
    progress += 1
    const params = { progressToken, progress, message: `En curso desde hace ${progress} s` }
    send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }))
  }
  tell()
  const timer = setInterval(tell, EVERY_MS)
  events.once('close', () => clearInterval(timer))
  void answering.then((json) => {
    clearInterval(timer)
    send(json)
    events.end()
  })
  return events
}
