import { recordAudit } from '@ecmr/accounts'
import { type ChangeWebhook, changeWebhookBody, checkBody } from '@ecmr/contract'
import { changeEndpoint, deleteEndpoint, type Endpoint } from '@ecmr/webhooks'
import type { FastifyReply } from 'fastify'
import { valuesOf } from '../../../forms/form.js'
import { access, type Pages } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { eventLabels } from '../labels.js'
import { texts } from '../texts.js'
import { done, outcomeOf, webhookCommand, webhookOf, webhookPage } from '../webhook.js'
import {
  eventsOf,
  readWebhookForm,
  type WebhookFields,
  type WebhookForm,
  webhookFaults,
} from '../webhook-form.js'
import { showWebhook } from './show.js'

export const changeWebhookPages: Pages = (app, context) => {
  const { pool, store, webhooks } = context
  const change = { pool, recordAudit, ...webhooks }

  app.get<{ Params: { id: string } }>('/webhooks/:id/editar', access.owner, async (request, reply) => {
    const webhook = await webhookOf(context, request, request.params.id)
    return showForm(reply, webhook, formOf(webhook))
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/editar', access.owner, async (request, reply) => {
    const { id } = request.params
    const { language } = request.visitor
    const { form, fields } = readWebhookForm(request)
    const webhook = await webhookOf(context, request, id)
    const differing = differences(fields, valuesOf(request))
    const again = (faults: Readonly<Record<string, string>>): FastifyReply =>
      showForm(reply.code(400), webhook, { ...form, faults })
    const faults = Object.keys(differing).length === 0 ? [] : checkBody(changeWebhookBody, differing)
    if (faults.length > 0) return again(webhookFaults(faults, language))
    const command = webhookCommand(request, { id, action: 'change', says: differing })
    const changed = await changeEndpoint(change, {
      ...command,
      changes: asChanges(differing),
      followsFrom: '',
    })
    if (!changed.ok && changed.reason === 'invalid_url')
      return again(webhookFaults([changed.fault], language))
    const outcome = outcomeOf(changed)
    if ('refused' in outcome) return showWebhook(context, request, reply, { id, refused: outcome.refused })
    return reply.seeOther(`/webhooks/${id}`, 'webhook_saved')
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/estado', access.owner, async (request, reply) => {
    const { id } = request.params
    const enabled = valuesOf(request).enabled === 'true'
    const command = webhookCommand(request, { id, action: 'switch', says: enabled })
    const followsFrom = enabled ? await store.head() : ''
    const switched = await changeEndpoint(change, { ...command, changes: { enabled }, followsFrom })
    // Without an address among the changes there is none to find fault with.
    if (!switched.ok && switched.reason === 'invalid_url') throw new PageProblem('malformed')
    const outcome = outcomeOf(switched)
    if ('refused' in outcome) return showWebhook(context, request, reply, { id, refused: outcome.refused })
    return reply.seeOther(`/webhooks/${id}`, enabled ? 'webhook_enabled' : 'webhook_disabled')
  })
}

type Differing = Partial<Omit<WebhookFields, 'events'> & { readonly events: readonly string[] }>

/** What was changed in the form; the rest may have been changed by another user meanwhile, and stays so. */
function differences(
  { url, events, description, max_per_second, include_document_url }: WebhookFields,
  was: Readonly<Record<string, string>>,
): Differing {
  return {
    ...(url !== was['was/url'] && { url }),
    ...(eventsAsText(events) !== was['was/events'] && { events }),
    ...((description ?? '') !== was['was/description'] && { description }),
    ...(String(max_per_second ?? '') !== was['was/max_per_second'] && { max_per_second }),
    ...(String(include_document_url) !== was['was/include_document_url'] && { include_document_url }),
  }
}

/** What differs, once the contract has found no fault with it. */
function asChanges({
  url,
  events,
  description,
  max_per_second,
  include_document_url,
}: Differing): ChangeWebhook {
  return {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: eventsOf(events) }),
    ...(description !== undefined && { description }),
    ...(max_per_second !== undefined && {
      max_per_second: max_per_second === null ? null : Number(max_per_second),
    }),
    ...(include_document_url !== undefined && { include_document_url }),
  }
}

function formOf({ url, events, description, max_per_second, include_document_url }: Endpoint): WebhookForm {
  const values = {
    url,
    description: description ?? '',
    max_per_second: String(max_per_second ?? ''),
    include_document_url: String(include_document_url),
  }
  return {
    values: {
      ...values,
      'was/url': values.url,
      'was/events': eventsAsText(events),
      'was/description': values.description,
      'was/max_per_second': values.max_per_second,
      'was/include_document_url': values.include_document_url,
    },
    faults: {},
    events,
  }
}

const eventsAsText = (events: readonly string[]): string => [...events].sort().join(' ')

function showForm(reply: FastifyReply, webhook: Endpoint, form: WebhookForm): FastifyReply {
  const { language } = reply.request.visitor
  const t = texts[language]
  return webhookPage(reply, 'id/edit', {
    title: t.edit,
    tab: 'edit',
    webhook,
    events: eventLabels[language],
    form,
  })
}

export const deleteWebhookPages: Pages = (app, context) => {
  app.get<{ Params: { id: string } }>('/webhooks/:id/eliminar', access.owner, async (request, reply) => {
    const webhook = await webhookOf(context, request, request.params.id)
    const t = texts[request.visitor.language]
    return webhookPage(reply, 'id/delete', {
      title: t.deleteTitle,
      webhook,
    })
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/eliminar', access.owner, async (request, reply) => {
    const command = webhookCommand(request, { id: request.params.id, action: 'delete' })
    done(await deleteEndpoint({ pool: context.pool, recordAudit }, command))
    return reply.seeOther('/webhooks', 'webhook_deleted')
  })
}
