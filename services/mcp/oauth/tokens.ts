import {
  type OauthClient,
  redeemCode,
  refreshTokens,
  revokeToken,
  type TokenAnswer,
} from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'
import type { McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import { clientOf, FORM, type Form, formOf, takingOnly } from './requests.js'

/** What a client may hand in for tokens. */
const grantTypes: Readonly<
  Record<string, (pool: Pool, client: OauthClient, form: Form) => Promise<TokenAnswer>>
> = {
  authorization_code: async (pool, client, form) =>
    redeemCode(pool, client, {
      code: form.take('code'),
      code_verifier: form.take('code_verifier'),
      ...found(form, 'redirect_uri'),
      ...found(form, 'resource'),
    }),
  refresh_token: async (pool, client, form) =>
    refreshTokens(pool, client, {
      refresh_token: form.take('refresh_token'),
      ...found(form, 'scope'),
      ...found(form, 'resource'),
    }),
}

/** POST /oauth/token: tokens for a code, or new ones for a refresh token (RFC 6749, sections 4.1.3 and 6). */
export function giveTokens(app: McpServer, pool: Pool): void {
  takingOnly(
    app,
    FORM,
    (text) => new URLSearchParams(text),
    (scope) => {
      scope.post('/oauth/token', { config: { access: 'public' } }, async (request, reply) => {
        const form = formOf(request.body)
        const handIn = grantTypeOf(form)
        const answer = await handIn(pool, await clientOf(pool, request, form), form)
        if (!answer.ok) throw new Refusal(400, answer.description, { code: answer.error })
        const { scopes, ...tokens } = answer.tokens
        return reply
          .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
          .send({ ...tokens, token_type: 'Bearer', scope: scopes.join(' ') })
      })
    },
  )
}

function grantTypeOf(form: Form) {
  const name = form.take('grant_type')
  const handIn = Object.hasOwn(grantTypes, name) ? grantTypes[name] : undefined
  if (handIn !== undefined) return handIn
  throw new Refusal(400, `Send one of ${Object.keys(grantTypes).join(', ')} as grant_type.`, {
    code: 'unsupported_grant_type',
  })
}

/** A parameter that may be missing, as a member that then is as well. */
function found<Name extends string>(form: Form, name: Name): Partial<Record<Name, string>> {
  const value = form.find(name)
  const member: Partial<Record<Name, string>> = {}
  if (value !== undefined) member[name] = value
  return member
}

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
