import { registers } from '@ecmr/contract'
import type { Pages } from '../../panel-server.js'
import { entryPages } from './entries.js'
import { listPages } from './list.js'
import { suggestionPages } from './suggestions.js'
import { tablePages } from './table/import.js'
import { templateFromNotePages } from './templates.js'

/** Parties, drivers, vehicles and templates: the same pages for each. */
export const registerPages: Pages = (app, context) => {
  suggestionPages(app, context)
  for (const register of registers) {
    listPages(app, context, register)
    tablePages(app, context, register)
    entryPages(app, context, register)
  }
  templateFromNotePages(app, context)
}
