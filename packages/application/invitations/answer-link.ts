import type { SignatureBody } from '@ecmr/contract'
import { actingFor, type DecliningCause, type EcmrCommand, signsAs } from '@ecmr/domain'
import type { Keyring } from '@ecmr/personal-data'
import { type FormKey, idsOfForm } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import { incidentId } from '../notes/note-commands.js'
import { signWhatWasSeen } from '../notes/sign-what-was-seen.js'
import type { InvitationCases } from './invite-signer.js'
import { type CodeTried, forgetCode, tryCode } from './links-table.js'
import type { OpenedLink } from './open-link.js'

type Cases = InvitationCases & { readonly dataKeys: Pick<Keyring, 'ensure'> }

/** A form of a signing link’s page. */
export interface LinkForm {
  /** UUID in a hidden field: the same form sent again changes nothing more */
  readonly once: string
  readonly code: string
  /** the request that it came in */
  readonly correlationId: string
}

/** What became of a form of a signing link’s page. */
export type LinkAnswered =
  | Changed
  /** the code is wrong, or none is good now; `left` tries are left for it */
  | { readonly outcome: 'wrong_code'; readonly left: number }
  /** the content is another one than the person saw */
  | { readonly outcome: 'content_changed' }

/**
 * Signs by a link: the content that the person saw and no other, once. The code is looked at before anything is decided; a form that
 * is on record already is answered without it.
 *
 * @param signature its role follows from the invitation
 * @param seen the hash of the content that the page showed
 */
export async function signByLink(
  cases: Cases,
  link: OpenedLink,
  form: LinkForm & { readonly signature: Omit<SignatureBody, 'role'>; readonly seen: string },
): Promise<LinkAnswered> {
  const { invitation } = link
  const { invitation_id } = invitation
  const signature = { ...form.signature, role: signsAs(invitation.role) }
  return answered(
    cases,
    link,
    { ...form, action: 'sign', says: signature },
    async (caller, key, identified_by) => {
      const command: EcmrCommand = {
        type: 'sign',
        signature: { ...signature, identified_by, invitation_id },
      }
      const signed = await signWhatWasSeen(cases, caller, {
        ...{ open: link, key, command, seen: form.seen },
        reload: () => loadNote(cases.store, link.note.id),
      })
      return signed ?? { outcome: 'content_changed' }
    },
  )
}

/** Says by a link that the party does not sign, and why. */
export async function declineByLink(
  cases: Cases,
  link: OpenedLink,
  form: LinkForm & {
    readonly declined: {
      readonly cause: DecliningCause
      readonly declared_by: string
      readonly reason: string
    }
  },
): Promise<LinkAnswered> {
  const { invitation_id } = link.invitation
  const { declined } = form
  return answered(cases, link, { ...form, action: 'decline', says: declined }, (caller, key, identified_by) =>
    changeNote(cases, caller, {
      noteId: link.note.id,
      key,
      commands: (commandId) => [
        {
          ...{ type: 'decline_to_sign', incident_id: incidentId(commandId) },
          ...{ invitation_id, identified_by, ...declined },
        },
      ],
    }),
  )
}

type Answer = (
  caller: Caller,
  key: FormKey,
  identified: Extract<CodeTried, { ok: true }>['way'],
) => Promise<LinkAnswered>

async function answered(
  cases: Cases,
  { note, events, invitation }: OpenedLink,
  form: LinkForm & { readonly action: string; readonly says: unknown },
  answer: Answer,
): Promise<LinkAnswered> {
  const { invitation_id } = invitation
  const company = actingFor(note.company_id)
  const actor = { kind: 'signing_link', id: invitation_id, company_id: company } as const
  const caller: Caller = { company, policy: note.policy, actor, correlationId: form.correlationId }
  const { action, once, says } = form
  const key: FormKey = { from: 'form', user: invitation_id, action, note: note.id, once, says }
  const { commandId } = idsOfForm(company, key)
  const recorded = events.find(({ metadata }) => metadata.command_id === commandId)
  if (recorded) return { outcome: 'accepted', note, events: [], position: recorded.position, replayed: true }
  const tried = await tryCode(cases.pool, invitation_id, cases.signing.codeHash(invitation_id, form.code))
  if (!tried.ok) return { outcome: 'wrong_code', left: tried.left }
  const outcome = await answer(caller, key, tried.way)
  if (outcome.outcome === 'accepted') await forgetCode(cases.pool, invitation_id)
  return outcome
}
