import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A server that does what no HTTP server does. */
export interface HostileReceiver {
  readonly url: string
  /** requests of which anything has come */
  requests(): number
  /** bytes that one connection took from it, at most */
  mostSent(): number
  stop(): void
}

export type Act = (socket: Socket) => void

export interface Behaviour {
  readonly onConnect?: Act
  /** once for each connection, when its first bytes have come */
  readonly onRequest?: Act
}

export const HOST = '127.0.0.1'

/** Starts a server below HTTP, on loopback. */
export function startTcpReceiver(
  behaviour: Behaviour,
  scheme: 'http' | 'https' = 'http',
): Promise<HostileReceiver> {
  const actor = actsAs(behaviour)
  return listen(createServer(actor.meet), actor.requests, scheme)
}

/** The same until the test ends: acts once for each connection, when something has come over it. */
export async function startTcpServer(t: Test, onRequest: Act = () => undefined): Promise<HostileReceiver> {
  const receiver = await startTcpReceiver({ onRequest })
  t.teardown(receiver.stop)
  return receiver
}

/** Lets a server listen, and watches its connections. */
export async function listen(server: Server, requests: () => number, scheme: 'http' | 'https') {
  const sockets = new Set<Socket>()
  let mostSent = 0
  const sentBy = (socket: Socket): void => {
    mostSent = Math.max(mostSent, socket.bytesWritten)
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sentBy(socket)
      sockets.delete(socket)
    })
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  return {
    url: `${scheme}://${HOST}:${portOf(server)}/hooks`,
    requests,
    mostSent() {
      for (const socket of sockets) sentBy(socket)
      return mostSent
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** What to do with each connection, and how many requests have come over them. */
export function actsAs({ onConnect, onRequest }: Behaviour) {
  let requests = 0
  return {
    requests: () => requests,
    meet(socket: Socket): void {
      socket.on('error', () => undefined)
      onConnect?.(socket)
      socket.once('data', () => {
        requests++
        onRequest?.(socket)
        socket.resume()
      })
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('no port')
  return address.port
}
