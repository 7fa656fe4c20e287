import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { addUserCommand } from './add-user.js'
import { listUsersCommand } from './list-users.js'
import { makeResetLinkCommand } from './make-reset-link.js'
import { removeUserCommand } from './remove-user.js'
import { setUserRoleCommand } from './set-user-role.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  listUsersCommand(),
  addUserCommand(),
  makeResetLinkCommand(),
  setUserRoleCommand(),
  removeUserCommand(),
]
