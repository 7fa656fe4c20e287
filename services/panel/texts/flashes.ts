import { accountFlashes } from '../pages/account/flashes.js'
import { apiKeyFlashes } from '../pages/api-keys/flashes.js'
import { auditFlashes } from '../pages/audit/flashes.js'
import { companyFlashes } from '../pages/company/flashes.js'
import { connectFlashes } from '../pages/connect/flashes.js'
import { homeFlashes } from '../pages/home/flashes.js'
import { noteFlashes } from '../pages/notes/shared/flashes.js'
import { trackingFlashes } from '../pages/tracking/flashes.js'
import { webhookFlashes } from '../pages/webhooks/flashes.js'
import { inBoth } from './texts.js'

/** What a page says about what was done on the page before: each part of the panel adds its own. */
export const flashes = inBoth(
  {
    ...accountFlashes.es,
    ...apiKeyFlashes.es,
    ...auditFlashes.es,
    ...companyFlashes.es,
    ...connectFlashes.es,
    ...homeFlashes.es,
    ...noteFlashes.es,
    ...trackingFlashes.es,
    ...webhookFlashes.es,
  },
  {
    ...accountFlashes.en,
    ...apiKeyFlashes.en,
    ...auditFlashes.en,
    ...companyFlashes.en,
    ...connectFlashes.en,
    ...homeFlashes.en,
    ...noteFlashes.en,
    ...trackingFlashes.en,
    ...webhookFlashes.en,
  },
)
