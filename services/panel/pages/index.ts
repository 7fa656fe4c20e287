import type { Pages } from '../panel-server.js'
import { accountPages } from './account/index.js'
import { apiKeyPages } from './api-keys/index.js'
import { auditPages } from './audit/index.js'
import { companyPages } from './company/index.js'
import { connectPages } from './connect/index.js'
import { homePages } from './home/index.js'
import { notePages } from './notes/index.js'
import { trackingPages } from './tracking/index.js'
import { webhookPages } from './webhooks/index.js'

/** Every page, by the part of the menu that it belongs to. */
export const pages: readonly Pages[] = [
  homePages,
  accountPages,
  companyPages,
  notePages,
  trackingPages,
  apiKeyPages,
  webhookPages,
  connectPages,
  auditPages,
]
