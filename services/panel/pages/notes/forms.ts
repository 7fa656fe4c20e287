import type { Pages } from '../../panel-server.js'
import { cancelPages } from './cancel.js'
import { createPages } from './create.js'
import { editPages } from './edit.js'
import { incidentPages } from './incident.js'
import { incidentResolvePages } from './incident-resolve.js'
import { paperPages } from './paper/index.js'
import { reservationPages } from './reservation.js'
import { signPages } from './sign.js'
import { statusPages } from './status.js'

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
