import type { Pages } from '../../panel-server.js'
import { noteForms } from './forms.js'
import { noteHistoryPage } from './history/history.js'
import { noteList } from './list/list.js'
import { notePage } from './read/read.js'

/** Everything about consignment notes. */
export const notePages: Pages = (app, context) => {
  noteList(app, context)
  notePage(app, context)
  noteHistoryPage(app, context)
  noteForms(app, context)
}
