import { revokeToken } from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'
import type { McpServer } from '../../mcp-server.js'
import { FORM, takingOnly } from '../requests/bodies.js'
import { clientOf } from '../requests/client-of.js'
import { formOf } from '../requests/form.js'

/**
 * POST /oauth/revoke: ends a token of the client's own (RFC 7009). It says the same of tokens that are unknown; `token_type_hint`
 * is not needed, as a token's beginning says its kind.
 */
export function takeRevocations(app: McpServer, pool: Pool): void {
  takingOnly(
    app,
    FORM,
    (text) => new URLSearchParams(text),
    (scope) => {
      scope.post('/oauth/revoke', { config: { access: 'public' } }, async (request, reply) => {
        const form = formOf(request.body)
        const client = await clientOf(pool, request, form)
        await revokeToken(pool, client, form.take('token'))
        return reply.header('cache-control', 'no-store').send()
      })
    },
  )
}
