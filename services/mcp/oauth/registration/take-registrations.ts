import { registerClient } from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'
import type { McpServer } from '../../mcp-server.js'
import { Refusal } from '../../refusal.js'
import { JSON_TYPE, takingOnly } from '../requests/bodies.js'
import { clientAnswer } from './client-answer.js'
import { clientMetadata } from './client-metadata.js'

/** POST /oauth/register: a client registers itself (RFC 7591). Nothing that it names is fetched. */
export function takeRegistrations(app: McpServer, pool: Pool): void {
  takingOnly(app, JSON_TYPE, parse, (scope) => {
    scope.post('/oauth/register', { config: { access: 'public' } }, async (request, reply) => {
      const registered = await registerClient(pool, clientMetadata(request.body), { address: request.ip })
      if (!registered.ok) throw tooMany(registered.retryAfterSeconds)
      return reply
        .code(201)
        .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
        .send(clientAnswer(registered.client, registered.secret))
    })
  })
}

function parse(text: string): unknown {
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
