import type { Route } from '../../api-server.js'
import { deleteWebhook } from './id/delete.js'
import { readDelivery } from './id/deliveries/id/read.js'
import { listWebhookDeliveries } from './id/deliveries/list.js'
import { readWebhook } from './id/read.js'
import { listWebhooks } from './list.js'
import { registerWebhook } from './register.js'

export const webhookRoutes: readonly Route[] = [
  registerWebhook,
  listWebhooks,
  readWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  readDelivery,
]
