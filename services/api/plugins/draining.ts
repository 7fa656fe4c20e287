import type { ApiServer } from '../api-server.js'

/** While the server closes, tells clients with every answer to hang up, so that it need not wait for idle ones. */
export function hangUpWhileClosing(app: ApiServer): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
