import type { ApiCaller, ApiKeyAuthenticator, Scope } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { Problem } from '../problems/problem.js'
import type { RateLimits } from './rate-limits.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** who is calling; there on every route that is not public */
    readonly caller: ApiCaller
    admitted: ApiCaller | undefined
  }
}

/**
 * Lets only requests with a good key and the right scope through to routes that are not public. Wrong keys are counted by network;
 * right ones from the same network are still accepted.
 */
export function requireApiKeys(
  app: ApiServer,
  keys: ApiKeyAuthenticator,
  { wrongKey }: Pick<RateLimits, 'wrongKey'>,
): void {
  app.decorateRequest('admitted', undefined)
  app.decorateRequest('caller', {
    getter() {
      const { admitted } = this
      if (admitted === undefined) throw new Error(`${this.routeOptions.url} is public and has no caller`)
      return admitted
    },
  })
  const registered: RouteOptions[] = []
  app.addHook('onRoute', (route) => void registered.push(route))
  app.addHook('onReady', async () => {
    for (const { url, config } of registered) {
      if (config?.access === undefined) throw new Error(`${url} names no scope and is not public either`)
    }
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') done()
    else admit(request, reply, access).then(() => done(), done)
  })

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Scope | readonly Scope[],
  ): Promise<void> {
    const given = request.headers['x-api-key']
    const caller = typeof given === 'string' ? await keys.authenticate(given) : undefined
    if (caller === undefined) {
      if (given !== undefined) wrongKey(request, reply)
      throw invalidKey()
    }
    const wanted = [access].flat()
    if (!wanted.some((scope) => caller.scopes.has(scope))) throw missingScope(wanted.join(' or '))
    request.admitted = caller
    // A client may keep its copy, but asks each time whether it still holds.
    reply.header('cache-control', 'private, no-cache')
  }
}

function invalidKey(): Problem {
  return new Problem('invalid_api_key', 'Send a valid API key in the header X-API-Key.', {
    headers: { 'www-authenticate': 'ApiKey' },
  })
}

function missingScope(scope: string): Problem {
  return new Problem('insufficient_scope', `This needs a key with the scope ${scope}.`)
}
