import type { Route } from '../api-server.js'
import { createEcmr } from './ecmrs/create.js'
import { cancelEcmr } from './ecmrs/id/cancel.js'
import { listEcmrEvents } from './ecmrs/id/history.js'
import { readEcmr } from './ecmrs/id/read.js'
import { recordEcmrReservation } from './ecmrs/id/record-reservation.js'
import { reportEcmrIncident } from './ecmrs/id/report-incident.js'
import { resolveEcmrIncident } from './ecmrs/id/resolve-incident.js'
import { signEcmr } from './ecmrs/id/sign.js'
import { updateEcmr } from './ecmrs/id/update.js'
import { listEcmrs } from './ecmrs/list.js'
import { validateEcmr } from './ecmrs/validate.js'
import { listChanges } from './events/list.js'
import { readHealth } from './health/read.js'
import { readDocument } from './ocr/read.js'
import { readTracking } from './tracking/read.js'
import { readUsage } from './usage/read.js'
import { webhookRoutes } from './webhooks/index.js'

/** Every endpoint, in the order of the documentation. */
export const routes: readonly Route[] = [
  listEcmrs,
  createEcmr,
  validateEcmr,
  readDocument,
  readEcmr,
  updateEcmr,
  signEcmr,
  reportEcmrIncident,
  resolveEcmrIncident,
  recordEcmrReservation,
  cancelEcmr,
  listEcmrEvents,
  listChanges,
  readTracking,
  ...webhookRoutes,
  readUsage,
  readHealth,
]
