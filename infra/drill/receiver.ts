import { createServer } from 'node:http'

/** A webhook receiver that remembers what it was told. */
export interface Receiver {
  readonly url: string
  announced(noteId: string): boolean
  /** deliveries of an event it had been told of before, by whether `webhook-id` was the same */
  duplicates(): { readonly sameId: number; readonly otherId: number }
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const created = new Set<string>()
  const idOf = new Map<string, string>()
  const duplicates = { sameId: 0, otherId: 0 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const { type, data } = JSON.parse(body)
      const fact = `${data.id} ${data.version}`
      const webhookId = String(request.headers['webhook-id'])
      const known = idOf.get(fact)
      if (known === undefined) idOf.set(fact, webhookId)
      else duplicates[known === webhookId ? 'sameId' : 'otherId']++
      if (type === 'ecmr.created') created.add(data.id)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('the receiver has no address')
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    announced: (noteId) => created.has(noteId),
    duplicates: () => duplicates,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
