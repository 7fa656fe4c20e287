import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'

// Runs in a container of its own: the server of a customer who receives webhooks at port 9000, and the way to look at what came in, at
// port 9001: `/12` answers with what came after the twelfth. It is copied there alone, so it imports nothing of ours.

const received: { readonly id: string; readonly body: string }[] = []
const file = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))

createServer({ key: file('receiver.key'), cert: file('receiver.crt') }, (request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => {
    received.push({ id: String(request.headers['webhook-id']), body })
    response.writeHead(204).end()
  })
}).listen(9000)

createHttpServer((request, response) => {
  response.end(JSON.stringify(received.slice(Number(request.url?.slice(1)))))
}).listen(9001)

process.once('SIGTERM', () => process.exit(0))
