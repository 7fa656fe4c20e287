import type { Pages } from '../../panel-server.js'
import { invitationPages } from './invitation.js'
import { loginPages } from './login.js'
import { profilePages } from './profile.js'
import { recoveryPages } from './recovery.js'
import { registrationPages } from './registration.js'

/** Registering, logging in, recovering access, and a user's own account. */
export const accountPages: Pages = (app, context) => {
  for (const register of [registrationPages, loginPages, recoveryPages, invitationPages, profilePages])
    register(app, context)
}
