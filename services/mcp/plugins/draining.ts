import type { McpServer } from '../mcp-server.js'

/** Once the process is to stop, tells clients with every answer to hang up, so that it need not wait for idle ones. */
export function hangUpWhileStopping(app: McpServer, asked: AbortSignal | undefined): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing || asked?.aborted) reply.header('connection', 'close')
  })
}
