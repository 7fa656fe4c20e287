import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { portOf } from './port-of.js'

/** As much of an S3 server as our client asks for: one bucket, in memory. */
export async function memoryBucket(t: Test) {
  const objects = new Map<string, Buffer>()
  let refusal: { readonly status: number; readonly code: string } | undefined
  let taken = 0

  function put(key: string, bytes: Buffer, response: ServerResponse): void {
    const refused = taken-- > 0 ? undefined : refusal
    if (refused) answer(response, refused.status, `<Error><Code>${refused.code}</Code></Error>`)
    else {
      objects.set(key, bytes)
      response.writeHead(200, { etag: '"x"' }).end()
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
    const key = decodeURIComponent(pathname.replace(/^\/[^/]+\//, ''))
    const there = objects.get(key)
    if (searchParams.has('list-type')) return answer(response, 200, listOf([...objects.keys()].sort()))
    if (request.method === 'PUT') return put(key, bytes, response)
    if (request.method === 'DELETE') objects.delete(key)
    else if (there === undefined) return answer(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end(there)
  }

  const server = createServer((request, response) => void handle(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    source: {
      kind: 's3',
      endpoint: `http://127.0.0.1:${portOf(server)}`,
      ...{ bucket: 'backups', region: 'us-east-1', accessKey: 'key', secretKey: 'secret', prefix: 'ours/' },
    },
    /** Takes so many more objects, and then refuses each with this status and code. */
    refuse(after: number, status: number, code: string): void {
      taken = after
      refusal = { status, code }
    },
    /** Takes objects again. */
    accept(): void {
      refusal = undefined
    },
  } as const
}

function answer(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

function listOf(keys: readonly string[]): string {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}
