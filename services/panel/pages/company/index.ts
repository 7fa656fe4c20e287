import type { Pages } from '../../panel-server.js'
import { detailsPages } from './details/change-details.js'
import { peoplePages } from './people/index.js'

/** The company as a whole, and its people. */
export const companyPages: Pages = (app, context) => {
  detailsPages(app, context)
  peoplePages(app, context)
}
