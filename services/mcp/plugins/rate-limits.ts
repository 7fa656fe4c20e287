import { countRequest, type RateLimitState, requestsPerMinute } from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import { assistantOf, type McpDependencies, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

const GRANTS_OF_A_COMPANY = 5

/**
 * Bounds how many requests a minute come by each grant, for each company, and from each network without a good token. Counted in each
 * process by itself; addresses with `rateLimit: false` are not counted.
 *
 * Many people's assistants may share one address, so that those with a good token do not count towards it. Whether a token is good
 * the database tells; bad ones are counted by themselves, and when they are too many it is not asked any more.
 */
export function limitRates(
  app: McpServer,
  { perGrant, perCompany = GRANTS_OF_A_COMPANY * perGrant, perAddress }: McpDependencies['limits'],
): void {
  const strangers = requestsPerMinute({ max: perAddress })
  const badTokens = requestsPerMinute({ max: perAddress })
  const grants = requestsPerMinute({ max: perGrant, keyGenerator: (request) => assistantOf(request).grantId })
  const companies = requestsPerMinute({
    max: perCompany,
    keyGenerator: (request) => assistantOf(request).company.id,
  })

  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.rateLimit !== false)
      refuseExcess(bringsToken(request) ? badTokens(request, { count: 0 }) : strangers(request))
    done()
  })
  // The first hook after the token was checked, and before anything of the body is read.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (request.assistant !== undefined) refuseExcess(countRequest(request, [grants, companies]))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 401 && bringsToken(request)) badTokens(request)
    done(null, payload)
  })
}

/** Whether a request comes with what may be a token, where one is asked for. */
function bringsToken({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.access === 'token' && headers.authorization !== undefined
}

function refuseExcess(state: RateLimitState | undefined): void {
  if (!state?.isExceeded) return
  const { max, ttlInSeconds } = state
  throw new Refusal(429, `At most ${max} requests a minute; try again in ${ttlInSeconds} s.`, {
    headers: { 'retry-after': String(ttlInSeconds) },
  })
}
