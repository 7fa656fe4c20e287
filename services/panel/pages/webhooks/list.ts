import { latestDeliveries, listEndpoints, MOST_ENDPOINTS } from '@ecmr/webhooks'
import { type Pages, signedIn } from '../../panel-server.js'
import { healthWords, statusBadges } from './labels.js'
import { texts } from './texts.js'

export const listWebhookPages: Pages = (app, { pool }) => {
  app.get('/webhooks', { config: { access: 'owner' } }, async (request, reply) => {
    const { company } = signedIn(request)
    const { language } = request.visitor
    const latest = await latestDeliveries(pool, company.id)
    const latestById = new Map(latest.map((delivery) => [delivery.webhook_id, delivery]))
    const endpoints = await listEndpoints(pool, company.id)
    return reply.page('pages/webhooks/list', {
      title: texts[language].title,
      section: 'webhooks',
      styles: ['webhooks.css'],
      t: texts[language],
      health: healthWords[language],
      statuses: statusBadges[language],
      most: MOST_ENDPOINTS,
      webhooks: endpoints.map((endpoint) => ({ ...endpoint, latest: latestById.get(endpoint.id) })),
    })
  })
}
