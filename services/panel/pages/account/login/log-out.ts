import { endSession } from '@ecmr/accounts'
import type { Pages } from '../../../panel-server.js'

/** Logging out; open to everybody, for a session may have ended while its page stood open. */
export const logoutPages: Pages = (app, { pool, cookies }) => {
  app.post('/salir', { config: { access: 'public' } }, async (request, reply) => {
    const token = cookies.read(request, 'session')
    if (token !== undefined) await endSession(pool, token)
    cookies.clear(reply, 'session')
    cookies.clear(reply, 'csrf')
    return reply.seeOther('/entrar', 'logged_out')
  })
}
