import type { Pages } from '../../panel-server.js'
import { changeWebhookPages, deleteWebhookPages } from './id/change.js'
import { deliveryPages } from './id/deliveries/deliveries.js'
import { replayPages } from './id/replays/replays.js'
import { secretPages } from './id/secret.js'
import { showWebhookPages, testWebhookPages } from './id/show.js'
import { listWebhookPages, registerWebhookPages } from './list.js'

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

/** Where owners set up how their company is notified of events. */
export const webhookPages: Pages = (app, context) => {
  for (const register of all) register(app, context)
}
