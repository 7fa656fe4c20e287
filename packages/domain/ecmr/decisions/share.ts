import { isTestCompany } from '../../company/test-mode.js'
import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import { openShares, shareLimits } from '../sharing.js'
import type { Note } from '../state.js'

/** Another company of the installation may see the note from now on, or act in a role. */
export function share(
  note: Note,
  { type: _, ...shared }: CommandOf<'share'>,
  context: DecisionContext,
): Verdict {
  const { share_id, company_id, access, role } = shared
  if (note.shares.some((one) => one.share_id === share_id))
    return refuse('invalid_command', `Share ${share_id} already exists.`)
  if ((access === 'act') !== (role !== undefined)) return refuseRole(access)
  if (company_id === note.company_id)
    return refuse('not_shareable', 'This is the company that the note belongs to; name another one.')
  if (isTestCompany(company_id) !== isTestCompany(note.company_id))
    return refuse('not_shareable', 'Test notes are shared with the test data of a company only.')
  const open = openShares(note)
  const same = open.find((one) => one.company_id === company_id && one.access === access && one.role === role)
  if (same !== undefined)
    return refuse('already_shared', `The note has been shared like this since ${same.shared_at}.`)
  if (open.length >= shareLimits.open)
    return refuse(
      'too_many',
      `A note has at most ${shareLimits.open} open shares, and this one has reached that. Revoke one of them.`,
    )
  return (
    refuseFull(note, context, [note.shares.length, noteLimits.shares, 'shares']) ??
    accept({ type: 'EcmrShared', data: shared })
  )
}

function refuseRole(access: CommandOf<'share'>['access']): Verdict {
  const needed = access === 'act'
  const detail = needed ? 'State the role that the company acts in.' : 'A share to read has no role.'
  const code = needed ? 'required' : 'contradiction'
  return refuse('invalid_command', detail, { errors: [{ pointer: '/role', code, message: detail }] })
}
