import { createServer } from 'node:net'
import { parentPort } from 'node:worker_threads'
import { HOST } from './tcp-receiver.js'

// Listens, tells its port and stands still until it is terminated.
const server = createServer()
server.listen({ port: 0, host: HOST, backlog: 1 }, () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
