import type { Pages } from '../../panel-server.js'
import { cancelPages } from './change-status/cancel.js'
import { reservationPages } from './change-status/reservation.js'
import { statusPages } from './change-status/status.js'
import { createPages } from './create/create.js'
import { editPages } from './edit/edit.js'
import { incidentPages } from './incidents/record.js'
import { incidentResolvePages } from './incidents/resolve.js'
import { paperPages } from './paper/index.js'
import { signPages } from './sign/sign.js'

/** Everything that people write about a consignment note. */
export const noteForms: Pages = (app, context) => {
  createPages(app, context)
  paperPages(app, context)
  editPages(app, context)
  signPages(app, context)
  statusPages(app, context)
  incidentPages(app, context)
  incidentResolvePages(app, context)
  reservationPages(app, context)
  cancelPages(app, context)
}
