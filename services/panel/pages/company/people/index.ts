import type { Pages } from '../../../panel-server.js'
import { changePeoplePages } from './change-people.js'
import { invitationPages } from './invite.js'

/** The people of a company, and who is invited to be one. */
export const peoplePages: Pages = (app, context) => {
  changePeoplePages(app, context)
  invitationPages(app, context)
}
