import { deliveryStatuses, webhookEvents } from '@ecmr/contract'
import { disconnectSignal } from '@ecmr/web'
import { deliveriesPerDay, findDelivery, listDeliveries, testEndpoint, waitForOutcome } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deliveriesChart } from '../../../charts/daily-chart.js'
import type { PanelContext } from '../../../context.js'
import { isFaulty, valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { eventLabels, healthWords, statusBadges } from '../labels.js'
import { deliveryTexts, texts } from '../texts.js'
import { done, type Refused, webhookCommand, webhookOf, webhookPage } from '../webhook.js'
import { nextPage, readDeliveryFilters } from './deliveries/filters.js'

const DAYS = 7
const PER_PAGE = 20

export const showWebhookPages: Pages = (app, context) => {
  app.get<{ Params: { id: string } }>('/webhooks/:id', access.owner, (request, reply) =>
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
  const log = { company: company.id, endpointId: id }
  const { form, query, isFiltered } = readDeliveryFilters(request, log, {
    language,
    timeZone: company.time_zone,
  })
  const days = { endpointId: id, timeZone: company.time_zone, days: DAYS, now: clock() }
  const page = isFaulty(form)
    ? undefined
    : await listDeliveries(pool, company.id, id, { ...query, limit: PER_PAGE })
  if (refused !== undefined) reply.code(409)
  else if (isFaulty(form)) reply.code(400)
  return webhookPage(reply, 'id/show', {
    title: webhook.description ?? t.one,
    d: deliveryTexts[language],
    tab: 'overview',
    webhook,
    refused: refused === undefined ? undefined : t.refused[refused],
    events: eventLabels[language],
    health: healthWords[language],
    statuses: statusBadges[language],
    chart: deliveriesChart(await deliveriesPerDay(pool, company.id, days), language),
    form,
    isFiltered,
    choices: { status: deliveryStatuses, event: webhookEvents },
    deliveries: page?.data ?? [],
    older: page?.next_cursor ? nextPage(`/webhooks/${webhook.id}`, form, page.next_cursor) : undefined,
  })
}

/** Longer than an attempt may take, shorter than people are patient. */
const LONGEST_WAIT_MS = 20_000

/** A worker sends it: this process never connects to customers. */
export const testWebhookPages: Pages = (app, { pool, shutdownSignal }) => {
  app.post<{ Params: { id: string } }>('/webhooks/:id/probar', access.owner, async (request, reply) => {
    const { id } = request.params
    const event = webhookEvents.find((each) => each === valuesOf(request).event)
    const command = webhookCommand(request, { id, action: 'test', says: event })
    const deliveryId = done(await testEndpoint({ pool }, { ...command, ...(event && { event }) }))
    const given = shutdownSignal === undefined ? [] : [shutdownSignal]
    const signal = AbortSignal.any([disconnectSignal(reply), ...given])
    await waitForOutcome(pool, deliveryId, { timeoutMs: LONGEST_WAIT_MS, signal })
    const delivery = await findDelivery(pool, signedIn(request).company.id, id, deliveryId)
    return reply.seeOther(
      `/webhooks/${id}/entregas/${deliveryId}`,
      delivery?.status === 'delivered' ? 'webhook_test_arrived' : undefined,
    )
  })
}
