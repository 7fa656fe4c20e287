import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote } from '../notes/change-note.js'
import type { InvitationCases } from './invite-signer.js'
import { forgetCode } from './links-table.js'

/**
 * Withdraws an invitation: its link leads nowhere from now on. A repeat changes nothing.
 *
 * @throws as `changeNote`
 */
export async function revokeInvitation(
  cases: InvitationCases,
  caller: Caller,
  revoked: {
    readonly noteId: string
    readonly invitationId: string
    readonly key?: CommandKey | undefined
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Changed> {
  const { invitationId: invitation_id, ...named } = revoked
  const outcome = await changeNote(cases, caller, {
    ...named,
    commands: () => [{ type: 'revoke_invitation', invitation_id }],
  })
  if (outcome.outcome === 'accepted') await forgetCode(cases.pool, invitation_id)
  return outcome
}
