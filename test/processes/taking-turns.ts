import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { Test } from 'tap'
import { portOf } from '../support/port-of.js'

/**
 * An address that leads to several servers in turn, as a proxy does: a connection that one refuses goes to the next.
 *
 * @param portsNow where they listen at the moment
 */
export async function takingTurns(t: Test, portsNow: () => readonly number[]): Promise<string> {
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => undefined).on('close', () => sockets.delete(near))
    const ports = portsNow()
    turn += 1
    lead(near, [...ports.slice(turn % ports.length), ...ports.slice(0, turn % ports.length)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${portOf(server)}`
}

function lead(near: Socket, [first, ...others]: readonly number[]): void {
  if (first === undefined) return void near.destroy()
  const far = connect(first, '127.0.0.1')
  let isConnected = false
  far.once('connect', () => {
    isConnected = true
    near.pipe(far).pipe(near)
  })
  far.on('error', () => (isConnected ? near.destroy() : lead(near, others)))
  far.on('close', () => isConnected && near.destroy())
  near.on('close', () => far.destroy())
}
