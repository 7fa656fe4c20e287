import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile } from '../../bench/harness/numbers.js'
import { exampleNote } from '../../harness/example-note.js'

const EACH_SECOND = 50

/** Where requests go, and with which key. */
export interface Api {
  readonly url: string
  readonly key: string
}

/** How one kind of request was answered, in milliseconds from when it was due. */
export interface Answered {
  readonly what: string
  readonly requests: number
  /** any other answer than a good one, or none */
  readonly failed: number
  readonly p50: number
  readonly p99: number
}

/**
 * What other people do with the service meanwhile: it lists notes and creates them, each 50 times a second whether or not the
 * last ones have been answered, until the signal.
 */
export async function traffic(api: Api, until: AbortSignal): Promise<readonly Answered[]> {
  const headers = { 'x-api-key': api.key, 'content-type': 'application/json' }
  const address = `${api.url}/api/ecmrs`
  const body = JSON.stringify(exampleNote)
  return Promise.all([
    steadily('GET /api/ecmrs', () => fetch(address, { headers }), until),
    steadily('POST /api/ecmrs', () => fetch(address, { method: 'POST', headers, body }), until),
  ])
}

async function steadily(what: string, send: () => Promise<Response>, until: AbortSignal): Promise<Answered> {
  const began = performance.now()
  const times: Promise<number | undefined>[] = []
  while (!until.aborted) {
    const due = began + (times.length * 1000) / EACH_SECOND
    await delay(Math.max(0, due - performance.now()))
    times.push(answered(send, due))
  }
  const good = (await Promise.all(times)).filter((time) => time !== undefined)
  return {
    what,
    requests: times.length,
    failed: times.length - good.length,
    p50: median(good),
    p99: percentile(good, 0.99),
  }
}

async function answered(send: () => Promise<Response>, due: number): Promise<number | undefined> {
  try {
    const answer = await send()
    await answer.arrayBuffer()
    return answer.ok ? performance.now() - due : undefined
  } catch {
    return undefined
  }
}
