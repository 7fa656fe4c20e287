import { createServer } from 'node:http'
import { startWorker } from './sending.js'

// A worker in a process of its own, so that its memory can be measured and it shares no thread with the measurement.
// The port `PORT` tells that it runs.
const worker = await startWorker(process.env.DATABASE_URL ?? '')
const server = createServer((_, response) => response.end())
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  void worker.stop()
})
