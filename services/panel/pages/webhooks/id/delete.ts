import { recordAudit } from '@ecmr/accounts'
import { deleteEndpoint } from '@ecmr/webhooks'
import type { Pages } from '../../../panel-server.js'
import { texts } from '../texts.js'
import { done, webhookCommand } from '../webhook-command.js'
import { webhookOf } from './webhook-of.js'

const owner = { config: { access: 'owner' } } as const

export const deleteWebhookPages: Pages = (app, context) => {
  app.get<{ Params: { id: string } }>('/webhooks/:id/eliminar', owner, async (request, reply) => {
    const webhook = await webhookOf(context, request, request.params.id)
    const t = texts[request.visitor.language]
    return reply.page('pages/webhooks/id/delete', {
      title: t.deleteTitle,
      section: 'webhooks',
      styles: ['webhooks.css'],
      t,
      webhook,
    })
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/eliminar', owner, async (request, reply) => {
    const command = webhookCommand(request, { id: request.params.id, action: 'delete' })
    done(await deleteEndpoint({ pool: context.pool, recordAudit }, command))
    return reply.seeOther('/webhooks', 'webhook_deleted')
  })
}
