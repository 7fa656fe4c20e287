import type { Pages } from '../../panel-server.js'
import { joiningPages } from './invitation/join.js'
import { loginPages } from './login/log-in.js'
import { logoutPages } from './login/log-out.js'
import { profilePages } from './profile/index.js'
import { askPages } from './recovery/ask.js'
import { choosePages } from './recovery/choose-password.js'
import { confirmationPages } from './registration/confirm.js'
import { registrationPages } from './registration/register.js'

/** How people come in and go out, and what each may change about himself. */
export const accountPages: Pages = (app, context) => {
  registrationPages(app, context)
  confirmationPages(app, context)
  loginPages(app, context)
  logoutPages(app, context)
  askPages(app, context)
  choosePages(app, context)
  joiningPages(app, context)
  profilePages(app, context)
}
