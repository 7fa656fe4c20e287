import type { ApiServer } from '../api-server.js'

/** Once the process is to stop, tells clients with every answer to hang up, so that it need not wait for idle ones. */
export function hangUpWhileStopping(app: ApiServer, asked: AbortSignal | undefined): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || asked?.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}
