import type { McpServer } from '../../mcp-server.js'

const SECONDS = 300

/** Answers with documents that are the same for all clients, and may be cached for a while. */
export function serveDocuments(app: McpServer, documents: Readonly<Record<string, object>>): void {
  for (const [path, document] of Object.entries(documents)) {
    const text = JSON.stringify(document)
    app.get(path, { config: { access: 'public' } }, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${SECONDS}`)
        .type('application/json; charset=utf-8')
        .send(text),
    )
  }
}
