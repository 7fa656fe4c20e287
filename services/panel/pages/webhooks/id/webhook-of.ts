import { type Endpoint, findEndpoint } from '@ecmr/webhooks'
import type { FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'

/** One of the company's webhooks, as the path names it. */
export async function webhookOf(
  { pool }: Pick<PanelContext, 'pool'>,
  request: FastifyRequest,
  id: string,
): Promise<Endpoint> {
  const webhook = await findEndpoint(pool, signedIn(request).company.id, id)
  if (webhook === undefined) throw new PageProblem('not_found')
  return webhook
}
