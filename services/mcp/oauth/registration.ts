import { type OauthClient, oauthScopes, readClientMetadata, registerClient } from '@ecmr/accounts/oauth'
import { repeatedMember } from '@ecmr/web'
import type { Pool } from 'pg'
import type { McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'
import { JSON_TYPE, takingOnly } from './requests.js'

/** The answer to a client's registration: its data as stored, which may differ from the request (RFC 7591, section 3.2.1). */
function clientAnswer(client: OauthClient, secret: string | undefined) {
  const { application_type, client_uri, software_id, software_version } = client
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1_000),
    // It ends with the client, which is deleted when it is not used.
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: client.auth_method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: oauthScopes.join(' '),
    ...(application_type !== null && { application_type }),
    ...(client_uri !== null && { client_uri }),
    ...(software_id !== null && { software_id }),
    ...(software_version !== null && { software_version }),
  }
}

/** POST /oauth/register: a client registers itself (RFC 7591). Nothing that it names is fetched. */
export function takeRegistrations(app: McpServer, pool: Pool): void {
  takingOnly(app, JSON_TYPE, parse, (scope) => {
    scope.post('/oauth/register', { config: { access: 'public' } }, async (request, reply) => {
      const said = readClientMetadata(request.body)
      if (!said.ok) throw new Refusal(400, said.sentence, { code: said.code })
      const registered = await registerClient(pool, said.client, { address: request.ip })
      if (!registered.ok) throw tooMany(registered.retryAfterSeconds)
      return reply
        .code(201)
        .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
        .send(clientAnswer(registered.client, registered.secret))
    })
  })
}

function parse(text: string): unknown {
  const value = parsed(text)
  const repeated = repeatedMember(text, value)
  if (repeated === undefined) return value
  throw new Refusal(400, `The body has a duplicate member: ${repeated}.`, {
    code: 'invalid_client_metadata',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, 'Send valid JSON.', { code: 'invalid_client_metadata' })
  }
}

function tooMany(seconds: number): Refusal {
  return new Refusal(429, `Too many clients were registered from this network; try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
