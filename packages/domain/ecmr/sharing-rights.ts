import type { EcmrCommand } from './commands.js'
import { type Role, roles } from './events.js'
import type { Access } from './sharing.js'

const NONE: readonly Role[] = []
const CARRIER: readonly Role[] = ['carrier']
const REPORTING: readonly Role[] = ['carrier', 'receiver']

/**
 * The roles of which a company needs one to give a command on a note that is shared with it; none: only the note's own company
 * gives it. Parties speak for themselves; what the note says, and who else sees it, stays with its own company.
 */
export function rolesFor(command: EcmrCommand): readonly Role[] {
  switch (command.type) {
    case 'sign':
      return [command.signature.role]
    case 'record_reservation':
      return [command.by]
    case 'report_incident':
      return REPORTING
    case 'add_attachment':
      return roles
    case 'change_status':
      if (command.to === 'incident') return REPORTING
      return command.to === 'in_transit' || command.to === 'delivered' ? CARRIER : NONE
    case 'take_over':
    case 'confirm_delivery':
    case 'change_vehicle':
      return CARRIER
    // An invitation shows the note to someone else.
    case 'invite_signer':
    case 'revoke_invitation':
    case 'decline_to_sign':
    case 'share':
    case 'revoke_share':
    case 'create':
    case 'edit':
    case 'change_metadata':
    case 'resolve_incident':
    case 'withdraw_attachment':
    case 'revert_delivery':
    case 'cancel':
    case 'erase_personal_data':
    case 'issue_document':
      return NONE
  }
}

/** Whether what a company may do with a note includes a command. */
export function mayCommand(access: Access, command: EcmrCommand): boolean {
  return access.kind === 'own' || rolesFor(command).some((role) => access.roles.includes(role))
}
