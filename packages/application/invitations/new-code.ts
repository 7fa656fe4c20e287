import type { DocumentLanguage, Invitation, Note } from '@ecmr/domain'
import { actingFor, formats } from '@ecmr/domain'
import { codeLimits, keepCode } from './links-table.js'
import type { InvitationCases } from './invite-signer.js'
import { sendNow } from './mail-once.js'
import { codeMessage } from './messages.js'

type Cases = Pick<InvitationCases, 'pool' | 'signing' | 'mailer'>

/** A code for the inviter to read out. The one before is good no more. */
export type ToldCode =
  | { readonly ok: true; readonly code: string; readonly until: Date }
  /** as many were made within the hour, or for this invitation, as may be */
  | { readonly ok: false }

/** Makes a code that the inviter reads out to the person who signs. It is shown this once. */
export async function tellCode(cases: Cases, { invitation_id }: Invitation): Promise<ToldCode> {
  const code = cases.signing.newCode()
  const hash = cases.signing.codeHash(invitation_id, code)
  const until = await keepCode(cases.pool, invitation_id, { hash, way: 'told_code' })
  return until === undefined ? { ok: false } : { ok: true, code, until }
}

/** What became of mailing a code: `not_sent` also without a mail server or an address. */
export type MailedCode = 'sent' | 'not_sent' | 'too_many'

/** Whether a code can be mailed to the invited person. */
export function hasAddress({ invited_email }: Invitation): boolean {
  return invited_email !== undefined && formats.email(invited_email)
}

/** Makes a code and mails it to the address of the invitation. The one before is good no more. */
export async function mailCode(
  cases: Cases,
  { note, invitation }: { readonly note: Note; readonly invitation: Invitation },
  language: DocumentLanguage,
): Promise<MailedCode> {
  const { invitation_id, invited_email: to } = invitation
  if (to === undefined || cases.mailer === undefined) return 'not_sent'
  const code = cases.signing.newCode()
  const hash = cases.signing.codeHash(invitation_id, code)
  const until = await keepCode(cases.pool, invitation_id, { hash, way: 'mailed_code' })
  if (until === undefined) return 'too_many'
  const message = codeMessage({ code, number: note.ecmr_number, minutes: codeLimits.minutes }, language)
  const outcome = await sendNow(cases, actingFor(note.company_id), { ...message, to })
  return outcome === 'sent' || outcome === 'too_many' ? outcome : 'not_sent'
}
