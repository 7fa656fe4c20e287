import type { Pages } from '../../../panel-server.js'
import { closeDocumentPages } from './close.js'
import { counterpartyPages } from './counterparty.js'
import { documentFilePages } from './files.js'
import { issuePages } from './issue.js'
import { manageDocumentsPage } from './manage.js'
import { documentReadsPages } from './reads.js'
import { documentScreenPage } from './screen.js'
import { sendDocumentPages } from './send.js'

/** The documents of a note: issuing, showing, sharing, sending and closing them. */
export const documentPages: Pages = (app, context) => {
  manageDocumentsPage(app, context)
  issuePages(app, context)
  documentFilePages(app, context)
  documentScreenPage(app, context)
  documentReadsPages(app, context)
  sendDocumentPages(app, context)
  counterpartyPages(app, context)
  closeDocumentPages(app, context)
}
