import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Test } from 'tap'
import { portOf } from '../support/port-of.js'

/** The loopback address where a client on a person's machine waits for the redirect from the consent page. */
export interface Callback {
  readonly url: string
  /** the address that a browser, sent back, opens next */
  next(): Promise<URL>
}

/** A client's own little server, as RFC 8252, section 7.3, has it. */
export async function openCallback(t: Test): Promise<Callback> {
  let arrived: (url: URL) => void = () => undefined
  const server = createServer((request, response) => {
    // Closed at once: a browser's idle connection would hold up the end.
    const headers = { 'content-type': 'text/html; charset=utf-8', connection: 'close' }
    response
      .writeHead(200, headers)
      .end('<!doctype html><title>Back</title><link rel="icon" href="data:,">Back')
    arrived(new URL(request.url ?? '', url))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${portOf(server)}/callback`
  return {
    url,
    next: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
  }
}
