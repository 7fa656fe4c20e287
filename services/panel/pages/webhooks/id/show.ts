import { deliveryStatuses, webhookEvents } from '@ecmr/contract'
import { deliveriesPerDay, listDeliveries } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../context.js'
import { isFaulty } from '../../../forms/form.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { deliveryTexts } from '../delivery-texts.js'
import { eventLabels, healthWords, statusBadges } from '../labels.js'
import { perDayChart } from '../per-day-chart.js'
import { texts } from '../texts.js'
import type { Refused } from '../webhook-command.js'
import { nextPage, readDeliveryFilters } from './deliveries/filters.js'
import { webhookOf } from './webhook-of.js'

const DAYS = 7
const PER_PAGE = 20

export const showWebhookPages: Pages = (app, context) => {
  app.get<{ Params: { id: string } }>('/webhooks/:id', { config: { access: 'owner' } }, (request, reply) =>
    showWebhook(context, request, reply, { id: request.params.id }),
  )
}

/** The page of a webhook with its delivery log; when something was refused, with the reason on top. */
export async function showWebhook(
  context: PanelContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, refused }: { readonly id: string; readonly refused?: Refused },
): Promise<FastifyReply> {
  const { pool, clock } = context
  const { company } = signedIn(request)
  const { language } = request.visitor
  const t = texts[language]
  const webhook = await webhookOf(context, request, id)
  const { form, query, isFiltered } = readDeliveryFilters(request, {
    language,
    timeZone: company.time_zone,
  })
  const days = { endpointId: id, timeZone: company.time_zone, days: DAYS, now: clock() }
  const log = isFaulty(form)
    ? undefined
    : await listDeliveries(pool, company.id, id, { ...query, limit: PER_PAGE })
  if (refused !== undefined) reply.code(409)
  else if (isFaulty(form)) reply.code(400)
  return reply.page('pages/webhooks/id/show', {
    title: webhook.description ?? t.one,
    section: 'webhooks',
    styles: ['webhooks.css'],
    t,
    d: deliveryTexts[language],
    tab: 'overview',
    webhook,
    refused: refused === undefined ? undefined : t.refused[refused],
    events: eventLabels[language],
    health: healthWords[language],
    statuses: statusBadges[language],
    chart: perDayChart(await deliveriesPerDay(pool, company.id, days), language),
    form,
    isFiltered,
    choices: { status: deliveryStatuses, event: webhookEvents },
    deliveries: log?.data ?? [],
    older: log?.next_cursor ? nextPage(`/webhooks/${webhook.id}`, form, log.next_cursor) : undefined,
  })
}
