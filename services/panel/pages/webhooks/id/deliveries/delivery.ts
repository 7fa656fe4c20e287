import { findDelivery, retryDelivery } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../../context.js'
import { type Pages, signedIn } from '../../../../panel-server.js'
import { PageProblem } from '../../../../problems/page-problem.js'
import { deliveryTexts } from '../../delivery-texts.js'
import { statusBadges } from '../../labels.js'
import { texts } from '../../texts.js'
import { outcomeOf, type Refused, webhookCommand } from '../../webhook-command.js'
import { webhookOf } from '../webhook-of.js'
import { pageOfAttempts, shownPayload } from './shown-delivery.js'

interface Asked {
  readonly Params: { readonly id: string; readonly delivery: string }
  readonly Querystring: { readonly pagina?: string | string[] }
}

const owner = { config: { access: 'owner' } } as const

export const deliveryPages: Pages = (app, context) => {
  app.get<Asked>('/webhooks/:id/entregas/:delivery', owner, (request, reply) =>
    showDelivery(context, request, reply, { ...request.params, page: request.query.pagina }),
  )

  app.post<Asked>('/webhooks/:id/entregas/:delivery/reintentar', owner, async (request, reply) => {
    const { id, delivery } = request.params
    const command = webhookCommand(request, { id, action: 'retry', says: delivery })
    const outcome = outcomeOf(
      await retryDelivery({ pool: context.pool }, { ...command, deliveryId: delivery }),
    )
    if ('refused' in outcome)
      return showDelivery(context, request, reply.code(409), { id, delivery, refused: outcome.refused })
    return reply.seeOther(`/webhooks/${id}/entregas/${delivery}`, 'webhook_delivery_due')
  })
}

async function showDelivery(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: {
    readonly id: string
    readonly delivery: string
    readonly page?: unknown
    readonly refused?: Refused
  },
): Promise<FastifyReply> {
  const { company } = signedIn(request)
  const { language } = request.visitor
  const webhook = await webhookOf(context, request, asked.id)
  const delivery = await findDelivery(context.pool, company.id, asked.id, asked.delivery)
  if (delivery === undefined) throw new PageProblem('not_found')
  const { payload, attempt_log, ...shown } = delivery
  const d = deliveryTexts[language]
  return reply.page('pages/webhooks/id/deliveries/delivery', {
    title: d.title,
    section: 'webhooks',
    styles: ['webhooks.css'],
    t: texts[language],
    d,
    webhook,
    refused: asked.refused === undefined ? undefined : texts[language].refused[asked.refused],
    delivery: shown,
    status: statusBadges[language][shown.status],
    payload: shownPayload(payload),
    attempts: pageOfAttempts(attempt_log, asked.page, language),
  })
}
