import { recordAudit } from '@ecmr/accounts'
import { checkBody, registerWebhookBody, webhookEvents } from '@ecmr/contract'
import { latestDeliveries, listEndpoints, MOST_ENDPOINTS, registerEndpoint } from '@ecmr/webhooks'
import type { FastifyReply } from 'fastify'
import { access, type Pages, signedIn } from '../../panel-server.js'
import { eventLabels, healthWords, statusBadges } from './labels.js'
import { texts } from './texts.js'
import { webhookCommand, webhookPage } from './webhook.js'
import { eventsOf, readWebhookForm, type WebhookForm, webhookFaults } from './webhook-form.js'

export const listWebhookPages: Pages = (app, { pool }) => {
  app.get('/webhooks', access.owner, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const latest = await latestDeliveries(pool, company.id)
    const latestById = new Map(latest.map((delivery) => [delivery.webhook_id, delivery]))
    const endpoints = await listEndpoints(pool, company.id)
    return webhookPage(reply, 'list', {
      title: texts[language].title,
      health: healthWords[language],
      statuses: statusBadges[language],
      most: MOST_ENDPOINTS,
      webhooks: endpoints.map((endpoint) => ({ ...endpoint, latest: latestById.get(endpoint.id) })),
    })
  })
}

const blankForm: WebhookForm = { values: {}, faults: {}, events: webhookEvents }

export const registerWebhookPages: Pages = (app, { pool, store, webhooks }) => {
  app.get('/webhooks/nuevo', access.owner, async (request, reply) => {
    const { length } = await listEndpoints(pool, signedIn(request).company.id)
    return showForm(reply, blankForm, length >= MOST_ENDPOINTS)
  })

  app.post('/webhooks/nuevo', access.owner, async (request, reply) => {
    const { language } = request.visitor
    const t = texts[language]
    const { form, fields } = readWebhookForm(request)
    const { url, max_per_second, include_document_url, ...rest } = fields
    const faults = checkBody(registerWebhookBody, { ...fields, ...(url === '' && { url: undefined }) })
    const again = (found: Readonly<Record<string, string>>, code = 400): FastifyReply =>
      showForm(reply.code(code), { ...form, faults: found })
    if (faults.length > 0) return again(webhookFaults(faults, language))
    const { commandId, ...command } = webhookCommand(request, { id: '', action: 'register', says: fields })
    const registered = await registerEndpoint(
      { pool, recordAudit, ...webhooks },
      {
        ...command,
        ...rest,
        id: commandId,
        url,
        events: eventsOf(fields.events),
        maxPerSecond: max_per_second === null ? null : Number(max_per_second),
        includeDocumentUrl: include_document_url,
        followsFrom: await store.head(),
      },
    )
    if (!registered.ok) {
      switch (registered.reason) {
        case 'invalid_url':
          return again(webhookFaults([registered.fault], language))
        case 'too_many_endpoints':
          return again({ '': t.full(MOST_ENDPOINTS) }, 409)
        case 'deleted':
          return again({ '': t.registeredDeleted }, 409)
      }
    }
    const { endpoint, secret, replayed } = registered
    const shown = { webhook: endpoint }
    if (replayed) {
      const sentence = t.registeredBeforeSentence
      return webhookPage(reply, 'secret-before', { ...shown, title: t.registeredBefore, sentence })
    }
    // No redirect: this very answer is the only one that holds the secret.
    return webhookPage(reply, 'secret', { ...shown, title: t.registered, secret })
  })
}

function showForm(reply: FastifyReply, form: WebhookForm, isFull = false): FastifyReply {
  const { language } = reply.request.visitor
  const t = texts[language]
  return webhookPage(reply, 'new', {
    title: t.register,
    events: eventLabels[language],
    form,
    isFull,
    most: MOST_ENDPOINTS,
  })
}
