import { recordAudit } from '@ecmr/accounts'
import { checkBody, rotateSecretBody } from '@ecmr/contract'
import { type Endpoint, rotateSecret, USUAL_OVERLAP_HOURS } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { emptyForm, type FormState, valuesOf } from '../../../forms/form.js'
import type { Pages } from '../../../panel-server.js'
import { texts } from '../texts.js'
import { outcomeOf, webhookCommand, webhookOf } from '../webhook.js'
import { numberOf } from '../webhook-form.js'

const owner = { config: { access: 'owner' } } as const

export const secretPages: Pages = (app, context) => {
  const { pool, webhooks } = context

  app.get<{ Params: { id: string } }>('/webhooks/:id/secreto', owner, async (request, reply) => {
    const webhook = await webhookOf(context, request, request.params.id)
    const form = emptyForm({ overlap_hours: String(USUAL_OVERLAP_HOURS) })
    return showForm(request, reply, webhook, form)
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/secreto', owner, async (request, reply) => {
    const { id } = request.params
    const t = texts[request.visitor.language]
    const webhook = await webhookOf(context, request, id)
    const values = valuesOf(request)
    const { overlap_hours: typed = '' } = values
    const again = (faults: Readonly<Record<string, string>>, code: number): FastifyReply =>
      showForm(request, reply.code(code), webhook, { values, faults })
    const overlap_hours = numberOf(typed)
    if (checkBody(rotateSecretBody, { overlap_hours }).length > 0)
      return again({ overlap_hours: t.faults.overlap }, 400)
    const command = webhookCommand(request, { id, action: 'rotate_secret', says: overlap_hours })
    const rotation = { ...command, overlapHours: Number(overlap_hours) }
    const outcome = outcomeOf(await rotateSecret({ pool, recordAudit, ...webhooks }, rotation))
    if ('refused' in outcome) return again({ overlap_hours: t.refused[outcome.refused] }, 409)
    const { endpoint, secret } = outcome.view
    const shown = { section: 'webhooks', styles: ['webhooks.css'], t, webhook: endpoint }
    if (outcome.replayed) {
      const sentence = t.rotatedBeforeSentence
      return reply.page('pages/webhooks/secret-before', { ...shown, title: t.rotatedBefore, sentence })
    }
    // No redirect: this very answer is the only one that holds the secret.
    return reply.page('pages/webhooks/secret', { ...shown, title: t.rotated, secret })
  })
}

function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  webhook: Endpoint,
  form: FormState,
): FastifyReply {
  const t = texts[request.visitor.language]
  return reply.page('pages/webhooks/id/rotate', {
    title: t.secretTitle,
    section: 'webhooks',
    styles: ['webhooks.css'],
    t,
    tab: 'secret',
    webhook,
    form,
  })
}
