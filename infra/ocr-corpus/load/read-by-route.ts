import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from './traffic.js'

/** How a page came through the route. */
export interface PageRead {
  /** from sending it first to the answer, waiting included when it was sent again */
  readonly seconds: number
  /** how often the service asked to come back later */
  readonly postponed: number
  /** 200, or how it ended otherwise */
  readonly status: number
}

const MOST_SECONDS = 180

/** Sends a page, and sends it again when the service says that it has too many or cannot read now, after as long as it asks for. */
export async function readByRoute(api: Api, body: string): Promise<PageRead> {
  const began = performance.now()
  for (let postponed = 0; ; postponed++) {
    const answer = await fetch(`${api.url}/api/ocr`, {
      method: 'POST',
      headers: { 'x-api-key': api.key, 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    const seconds = (performance.now() - began) / 1000
    const again = answer.status === 429 || answer.status === 503
    if (!again || seconds > MOST_SECONDS) return { seconds, postponed, status: answer.status }
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}
