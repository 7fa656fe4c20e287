import { networkOf } from '@ecmr/accounts/oauth'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { McpDependencies } from '../dependencies.js'
import { assistantOf, type McpServer } from '../mcp-server.js'
import { Refusal } from '../refusal.js'

const MINUTE_MS = 60_000
const GRANTS_OF_A_COMPANY = 5

/**
 * Bounds how many requests a minute come by each grant, for each company, and from each network without a good token. Counted in each
 * process by itself; addresses with `rateLimit: false` are not counted.
 *
 * Many people's assistants may share one address, so that those with a good token do not count towards it. Whether a token is good
 * the database tells; bad ones are counted by themselves, and when they are too many it is not asked any more.
 */
export async function limitRates(
  app: McpServer,
  { perGrant, perCompany = GRANTS_OF_A_COMPANY * perGrant, perAddress }: McpDependencies['limits'],
): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => networkOf(request.ip),
  })
  const strangers = app.createRateLimit({ max: perAddress })
  const badTokens = app.createRateLimit({ max: perAddress })
  const grants = app.createRateLimit({
    max: perGrant,
    keyGenerator: (request) => assistantOf(request).grantId,
  })
  const companies = app.createRateLimit({
    max: perCompany,
    keyGenerator: (request) => assistantOf(request).company.id,
  })

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit === false) return
    refuseExcess(
      bringsToken(request) ? await badTokens(request, { increment: false }) : await strangers(request),
    )
  })
  // The first moment after the token was looked at, and before anything of the body is read.
  app.addHook('preParsing', async (request) => {
    if (request.assistant === undefined) return
    refuseExcess(await grants(request))
    refuseExcess(await companies(request))
  })
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 401 && bringsToken(request)) await badTokens(request)
  })
}

/** Whether a request comes with what may be a token, where one is asked for. */
function bringsToken({ routeOptions, headers }: FastifyRequest): boolean {
  return routeOptions.config.access === 'token' && headers.authorization !== undefined
}

type Count = Awaited<ReturnType<ReturnType<McpServer['createRateLimit']>>>

function refuseExcess(count: Count): void {
  if (count.isAllowed || !count.isExceeded) return
  const { max, ttlInSeconds } = count
  throw new Refusal(429, `At most ${max} requests a minute; try again in ${ttlInSeconds} s.`, {
    headers: { 'retry-after': String(ttlInSeconds) },
  })
}
