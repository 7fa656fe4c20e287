import type { McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

const NOTHING = 'There is nothing at this address.'
const BESIDE_MCP = 'There is nothing at this address; MCP is at /mcp, with nothing behind it.'

/** Answers what no address of ours answers: 405 with Allow (204 to OPTIONS) where the address is known, else 404. */
export function answerUnknownAddresses(app: McpServer): void {
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?', 1)[0] ?? ''
    const known = app.supportedMethods.filter((method) => {
      // Its types do not say that it may find none.
      const route: unknown = app.findRoute({ method, url })
      return route !== null
    })
    if (known.length === 0) throw new Refusal(404, url.startsWith('/mcp/') ? BESIDE_MCP : NOTHING)
    const allow = [...known, 'OPTIONS'].sort().join(', ')
    if (request.method !== 'OPTIONS') throw new Refusal(405, `Use one of ${allow}.`, { headers: { allow } })
    return reply.code(204).header('allow', allow).send()
  })
}
