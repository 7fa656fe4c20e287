import { endSession } from '@ecmr/accounts'
import { valuesOf } from '../../../forms/form.js'
import { localPath } from '../../../forms/local-path.js'
import type { Pages } from '../../../panel-server.js'

/**
 * Logging out; open to everybody, for a session may have ended while its page stood open. A form may say where to go on to as
 * somebody else.
 */
export const logoutPages: Pages = (app, { pool, cookies }) => {
  app.post('/salir', { config: { access: 'public' } }, async (request, reply) => {
    const token = cookies.read(request, 'session')
    if (token !== undefined) await endSession(pool, token)
    cookies.clear(reply, 'session')
    cookies.clear(reply, 'csrf')
    const onwards = localPath(valuesOf(request).siguiente, '')
    const login = onwards === '' ? '/entrar' : `/entrar?siguiente=${encodeURIComponent(onwards)}`
    return reply.seeOther(login, 'logged_out')
  })
}
