import {
  type Access,
  type CompanyId,
  type EcmrCommand,
  mayActAs,
  type Note,
  type Standing,
  type UserRole,
} from '@ecmr/domain'

/** Who asks, as far as it matters for what they may do. */
interface Asking {
  /** of the person; absent: an API key or the operator, whose scopes were checked before */
  readonly role?: UserRole | undefined
}

/**
 * A person asked for something that their role does not allow, or a company for what stays with the one that a note belongs to. Pages do
 * not offer it; a form that was sent by hand does.
 */
export class NotPermitted extends Error {
  override readonly name = 'NotPermitted'
}

/** @throws NotPermitted when the caller is a person whose role does not allow to act as `standing` */
export function mustActAs({ role }: Asking, standing: Standing): void {
  if (role !== undefined && !mayActAs(role, standing))
    throw new NotPermitted(`the role ${role} does not allow to act as ${standing}`)
}

/** @throws NotPermitted when the note is shared with the caller's company, and not its own */
export function mustOwn({ company }: { readonly company: CompanyId }, note: Pick<Note, 'company_id'>): void {
  if (note.company_id !== company) throw new NotPermitted('the note belongs to another company')
}

/** For what costs before a command says that it may not. @throws NotPermitted when the note is shared only to be read */
export function mustActOn(access: Access): void {
  if (access.kind === 'shared' && access.roles.length === 0)
    throw new NotPermitted('the note is shared to be read')
}

/** As what one has to act to give a command: what happens to the goods on their way is for drivers, too. */
export function standingFor(command: EcmrCommand): Standing {
  switch (command.type) {
    case 'take_over':
    case 'confirm_delivery':
    case 'sign':
    case 'invite_signer':
    case 'revoke_invitation':
    case 'decline_to_sign':
    case 'add_attachment':
    case 'report_incident':
    case 'record_reservation':
    case 'change_vehicle':
      return 'driver'
    case 'change_status':
      return command.to === 'draft' || command.to === 'assigned' ? 'member' : 'driver'
    case 'create':
    case 'edit':
    case 'revert_delivery':
    case 'cancel':
    case 'withdraw_attachment':
    case 'resolve_incident':
    case 'change_metadata':
    case 'issue_document':
    case 'share':
    case 'revoke_share':
      return 'member'
    case 'erase_personal_data':
      return 'owner'
  }
}
