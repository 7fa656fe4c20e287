import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** the notification */
  readonly json: {
    readonly id: string
    readonly type: string
    readonly checkpoint?: { readonly size: number; readonly root: string }
    readonly data: Record<string, unknown>
  }
}

export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** Resolves when so many requests have come. */
  count(count: number): Promise<readonly Received[]>
}

export type Answer = (response: ServerResponse, request: Received, nth: number) => void

/** A customer's server on loopback. Answers 200 by default. */
export async function startReceiver(
  t: Test,
  answer: Answer = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const one = { headers: request.headers, body, json: JSON.parse(body.toString()) }
      received.push(one)
      for (const check of waiting) check()
      answer(response, one, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    count: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
  }
}
