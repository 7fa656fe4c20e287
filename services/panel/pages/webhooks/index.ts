import type { Pages } from '../../panel-server.js'
import { changeWebhookPages } from './id/change.js'
import { deleteWebhookPages } from './id/delete.js'
import { deliveryPages } from './id/deliveries/delivery.js'
import { replayPages } from './id/replays/replays.js'
import { secretPages } from './id/secret.js'
import { showWebhookPages } from './id/show.js'
import { testWebhookPages } from './id/test.js'
import { listWebhookPages } from './list.js'
import { registerWebhookPages } from './register.js'

const all: readonly Pages[] = [
  listWebhookPages,
  registerWebhookPages,
  showWebhookPages,
  changeWebhookPages,
  testWebhookPages,
  secretPages,
  deleteWebhookPages,
  deliveryPages,
  replayPages,
]

/** Where a company is told of events: for its owners only. */
export const webhookPages: Pages = (app, context) => {
  for (const register of all) register(app, context)
}
