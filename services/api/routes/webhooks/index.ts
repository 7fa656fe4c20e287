import type { Route } from '../../api-server.js'
import { changeWebhook } from './id/change.js'
import { deleteWebhook } from './id/delete.js'
import { readDelivery } from './id/deliveries/id/read.js'
import { retryDelivery } from './id/deliveries/id/retry.js'
import { listWebhookDeliveries } from './id/deliveries/list.js'
import { readWebhook } from './id/read.js'
import { cancelReplay } from './id/replays/id/cancel.js'
import { readReplay } from './id/replays/id/read.js'
import { listReplays } from './id/replays/list.js'
import { requestReplay } from './id/replays/request.js'
import { rotateWebhookSecret } from './id/rotate-secret.js'
import { testWebhook } from './id/test.js'
import { listWebhooks } from './list.js'
import { registerWebhook } from './register.js'

export const webhookRoutes: readonly Route[] = [
  registerWebhook,
  listWebhooks,
  readWebhook,
  changeWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  readDelivery,
  retryDelivery,
  requestReplay,
  listReplays,
  readReplay,
  cancelReplay,
]
