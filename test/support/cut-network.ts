import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** When the connection of a request is cut: before it is passed on, in the middle of it, or once the service has answered. */
export const cuts = ['before', 'during', 'after'] as const
export type Cut = (typeof cuts)[number]

/** A network between a telephone and the service. */
export interface CutNetwork {
  readonly url: string
  /** what happens to requests from now on */
  whenAsked(cut: (path: string) => Cut | undefined): void
  /** resolves once no request is under way */
  idle(): Promise<void>
}

/** Passes requests on, and cuts those that a test names. */
export async function cutNetwork(
  t: Test,
  { port, origin }: { readonly port: number; readonly origin: () => string },
): Promise<CutNetwork> {
  let cutOf: (path: string) => Cut | undefined = () => undefined
  const underWay = new Set<Promise<void>>()

  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { pathname, hostname, port: to } = new URL(incoming.url ?? '/', origin())
    const cut = cutOf(pathname)
    if (cut === 'before') {
      incoming.socket.destroy()
      return
    }
    const passed = request({
      ...{ hostname, port: to, path: incoming.url, method: incoming.method, headers: incoming.headers },
    })
    const ended = new Promise<void>((resolve) => {
      passed.on('close', resolve)
      passed.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          if (cut === 'after') return void incoming.socket.destroy()
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          outgoing.end(Buffer.concat(parts))
        })
      })
    })
    underWay.add(ended)
    void ended.then(() => underWay.delete(ended))
    passed.on('error', () => incoming.socket.destroy())
    if (cut !== 'during') return void incoming.pipe(passed)
    incoming.once('data', (part: Buffer) => {
      passed.write(part.subarray(0, part.length / 2), () => {
        passed.destroy()
        incoming.socket.destroy()
      })
    })
    incoming.once('end', () => {
      passed.destroy()
      incoming.socket.destroy()
    })
  }

  const server = createServer(passOn)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.teardown(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    whenAsked: (cut) => {
      cutOf = cut
    },
    idle: async () => void (await Promise.all(underWay)),
  }
}
