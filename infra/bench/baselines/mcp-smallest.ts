import { createServer, type IncomingMessage } from 'node:http'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import pg from 'pg'

// What our MCP endpoint is held against: the smallest server that the SDK makes, with one tool that runs a given statement and
// sends its rows. No token, no arguments to check, no schema for what is answered, nothing beside the text.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const text = process.env.SQL_TEXT ?? 'select 1'
const values: unknown[] = JSON.parse(process.env.SQL_VALUES ?? '[]')

const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'smallest', version: '1.0.0' })
  server.registerTool('buscar_ecmrs', { description: 'Finds notes' }, async () => {
    const { rows } = await pool.query({ name: 'same', text, values })
    return { content: [{ type: 'text', text: JSON.stringify({ data: rows }) }] }
  })
  return server
})

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end('ok')
    return
  }
  const answer = await handler.fetch(
    new Request(`http://127.0.0.1${request.url}`, {
      method: 'POST',
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      body: await bodyOf(request),
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
})
server.listen(Number(process.env.PORT), '127.0.0.1')

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
