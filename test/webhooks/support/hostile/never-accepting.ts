import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { HOST, type HostileReceiver } from './tcp-receiver.js'

/** connections that the system completes for a server with a backlog of one, although it accepts none */
const COMPLETED = 2

/** Listens, posts its port and stands still until it is terminated. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '${HOST}', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

/**
 * A server that listens and accepts nothing: its thread stands still, and its backlog is full, so that further
 * connections are neither completed nor refused.
 */
export async function startNeverAccepting(): Promise<HostileReceiver> {
  const thread = new Worker(THREAD, { eval: true })
  const [port]: unknown[] = await once(thread, 'message')
  const fillers = await Promise.all(Array.from({ length: COMPLETED }, () => connected(Number(port))))
  return {
    url: `http://${HOST}:${port}/hooks`,
    requests: () => 0,
    mostSent: () => 0,
    stop() {
      for (const filler of fillers) filler.destroy()
      void thread.terminate()
    },
  }
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, HOST)
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  return socket
}
