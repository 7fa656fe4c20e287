import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook, WebhookError } from '@ecmr/client'

createServer(async (request, response) => {
  try {
    const received = { headers: request.headers, body: await buffer(request) }
    const notification = await verifyWebhook(received, { secret: process.env.ECMR_WEBHOOK_SECRET ?? '' })
    if (notification.type === 'ecmr.delivered') {
      const { ecmr_number, delivered_at } = notification.data
      console.log(`${ecmr_number} was delivered at ${delivered_at}`)
    }
    response.writeHead(204).end()
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end()
  }
}).listen(Number(process.env.PORT ?? 9000))
