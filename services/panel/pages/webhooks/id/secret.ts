import { recordAudit } from '@ecmr/accounts'
import { checkBody, rotateSecretBody } from '@ecmr/contract'
import { type Endpoint, rotateSecret, USUAL_OVERLAP_HOURS } from '@ecmr/webhooks'
import type { FastifyReply } from 'fastify'
import { emptyForm, type FormState, valuesOf } from '../../../forms/form.js'
import { access, type Pages } from '../../../panel-server.js'
import { texts } from '../texts.js'
import { outcomeOf, webhookCommand, webhookOf, webhookPage } from '../webhook.js'
import { numberOf } from '../webhook-form.js'

export const secretPages: Pages = (app, context) => {
  const { pool, webhooks } = context

  app.get<{ Params: { id: string } }>('/webhooks/:id/secreto', access.owner, async (request, reply) => {
    const webhook = await webhookOf(context, request, request.params.id)
    const form = emptyForm({ overlap_hours: String(USUAL_OVERLAP_HOURS) })
    return showForm(reply, webhook, form)
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/secreto', access.owner, async (request, reply) => {
    const { id } = request.params
    const t = texts[request.visitor.language]
    const webhook = await webhookOf(context, request, id)
    const values = valuesOf(request)
    const { overlap_hours: typed = '' } = values
    const again = (faults: Readonly<Record<string, string>>, code: number): FastifyReply =>
      showForm(reply.code(code), webhook, { values, faults })
    const overlap_hours = numberOf(typed)
    if (checkBody(rotateSecretBody, { overlap_hours }).length > 0)
      return again({ overlap_hours: t.faults.overlap }, 400)
    const command = webhookCommand(request, { id, action: 'rotate_secret', says: overlap_hours })
    const rotation = { ...command, overlapHours: Number(overlap_hours) }
    const outcome = outcomeOf(await rotateSecret({ pool, recordAudit, ...webhooks }, rotation))
    if ('refused' in outcome) return again({ overlap_hours: t.refused[outcome.refused] }, 409)
    const { endpoint, secret } = outcome.view
    const shown = { webhook: endpoint }
    if (outcome.replayed) {
      const sentence = t.rotatedBeforeSentence
      return webhookPage(reply, 'secret-before', { ...shown, title: t.rotatedBefore, sentence })
    }
    // No redirect: this very answer is the only one that holds the secret.
    return webhookPage(reply, 'secret', { ...shown, title: t.rotated, secret })
  })
}

function showForm(reply: FastifyReply, webhook: Endpoint, form: FormState): FastifyReply {
  const t = texts[reply.request.visitor.language]
  return webhookPage(reply, 'id/rotate', {
    title: t.secretTitle,
    tab: 'secret',
    webhook,
    form,
  })
}
