import type { Pages } from '../../panel-server.js'
import { detailsPages } from './details/details.js'
import { peoplePages } from './people/people.js'

/** The company as a whole, and its people. */
export const companyPages: Pages = (app, context) => {
  detailsPages(app, context)
  peoplePages(app, context)
}
