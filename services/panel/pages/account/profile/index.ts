import type { Pages } from '../../../panel-server.js'
import { changePasswordPages } from './change-password.js'
import { changeProfilePages } from './change-profile.js'
import { endSessionPages } from './end-sessions.js'

/** What a person sees and changes of his own account. */
export const profilePages: Pages = (app, context) => {
  changeProfilePages(app, context)
  changePasswordPages(app, context)
  endSessionPages(app, context)
}
