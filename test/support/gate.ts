import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@ecmr/runtime'
import type { Test } from 'tap'

/** An address that leads to a server, or to nothing: what stays the same while a server comes and goes. */
export interface Gate {
  readonly port: number
  /** Leads to this port from now on. */
  open(target: number): Promise<void>
  /** Refuses connections, and cuts those that there are. */
  close(): void
  /** Swallows everything on the connections that there are, for good; new ones are accepted and hear nothing either. */
  freeze(): void
  /** New connections lead to the server again. */
  thaw(): void
}

/** A gate on a free port that leads to nothing yet. */
export async function openGate(t: Test): Promise<Gate> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const port = await freePort()
  let isFrozen = false

  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true).on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const listen = async (target: number): Promise<void> => {
    isFrozen = false
    server = createServer((near) => {
      if (isFrozen) return keep(near, near)
      const far = connect(target, '127.0.0.1')
      keep(near, far)
      keep(far, near)
      near.pipe(far).pipe(near)
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const close = (): void => {
    server?.close()
    for (const socket of sockets) socket.destroy()
  }
  const freeze = (): void => {
    isFrozen = true
    for (const socket of sockets) socket.unpipe().pause()
  }

  const thaw = (): void => {
    isFrozen = false
  }

  t.teardown(close)
  return { port, open: listen, close, freeze, thaw }
}
