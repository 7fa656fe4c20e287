import type { Pages } from '../../panel-server.js'
import { cancelPages, reservationPages, statusPages } from './change-status/change-status.js'
import { createPages } from './create/create.js'
import { editPages } from './edit/edit.js'
import { noteHistoryPage } from './history/history.js'
import { incidentPages, incidentResolvePages } from './incidents/incidents.js'
import { noteList } from './list/list.js'
import { paperPages } from './paper/index.js'
import { notePage } from './read/read.js'
import { signPages } from './sign/sign.js'

/** Everything about consignment notes. */
export const notePages: Pages = (app, context) => {
  noteList(app, context)
  notePage(app, context)
  noteHistoryPage(app, context)
  noteForms(app, context)
}

/** Everything that people write about a consignment note. */
const noteForms: Pages = (app, context) => {
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
