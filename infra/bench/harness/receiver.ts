import { once } from 'node:events'
import { createServer } from 'node:http'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const notification = Type.Object({ id: Type.String() })

/** A customer's server on this machine. */
export interface Receiver {
  readonly url: string
  stop(): void
}

/** @param onReceived told of the event that each request is about, as soon as the request is there as a whole */
export async function startReceiver(onReceived: (eventId: string) => void): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      onReceived(Value.Parse(notification, JSON.parse(Buffer.concat(chunks).toString())).id)
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
