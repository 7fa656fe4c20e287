import type { McpServer } from '../mcp-server.js'

/** One short line for each request, at level debug only: the pattern of the address, as addresses may hold secrets. */
export function logRequests(app: McpServer): void {
  if (app.log.level !== 'debug' && app.log.level !== 'trace') return
  app.addHook('onResponse', async (request, reply) => {
    const { id, method, routeOptions } = request
    const fields = {
      request_id: id,
      method,
      route: routeOptions.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    }
    request.log.debug(fields, 'answered')
  })
}
