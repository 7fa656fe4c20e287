import type { SentFile } from '@ecmr/attachments'
import type { SignatureBody } from '@ecmr/contract'
import { actingFor, type AttachmentKind, type DecliningCause, type EcmrCommand, signsAs } from '@ecmr/domain'
import type { Keyring } from '@ecmr/personal-data'
import type { AddCommand, AttachmentCases, Unfit } from '../attachments/attachment-cases.js'
import { keepRecorded } from '../attachments/files-table.js'
import { fitFiles } from '../attachments/fit-file.js'
import { commandOf, keepFiles } from '../attachments/keep-files.js'
import { type FormKey, idsOfForm } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import { attachmentId, incidentId } from '../notes/note-commands.js'
import { signWhatWasSeen } from '../notes/sign-what-was-seen.js'
import type { InvitationCases } from './invite-signer.js'
import { type CodeTried, forgetCode, tryCode } from './links-table.js'
import type { OpenedLink } from './open-link.js'

type Cases = InvitationCases & AttachmentCases & { readonly dataKeys: Pick<Keyring, 'ensure'> }

/** A form of a signing link’s page. */
export interface LinkForm {
  /** UUID in a hidden field: the same form sent again changes nothing more */
  readonly once: string
  readonly code: string
  /** the request that it came in */
  readonly correlationId: string
  /** what is added to what is said; the files are the caller's to discard */
  readonly photographs?: readonly SentFile[]
}

/** What became of a form of a signing link’s page. */
export type LinkAnswered =
  | Changed
  /** the code is wrong, or none is good now; `left` tries are left for it */
  | { readonly outcome: 'wrong_code'; readonly left: number }
  /** a photograph is none that is taken */
  | { readonly outcome: 'unfit'; readonly fault: Unfit }
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
    { ...form, action: 'sign', says: signature, photograph: photographKind(signature) },
    async (caller, key, identified_by, photographs) => {
      const command: EcmrCommand = {
        type: 'sign',
        signature: { ...signature, identified_by, invitation_id },
      }
      const signed = await signWhatWasSeen(cases, caller, {
        ...{ open: link, key, commands: [...photographs, command], seen: form.seen },
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
  const said = { ...form, action: 'decline', says: declined, photograph: 'other' } as const
  return answered(cases, link, said, (caller, key, identified_by, photographs) =>
    changeNote(cases, caller, {
      noteId: link.note.id,
      key,
      commands: (commandId) => [
        ...photographs,
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
  photographs: readonly AddCommand[],
) => Promise<LinkAnswered>

/** What the receiver photographs with reservations is damage. */
function photographKind({ role, remarks }: SignatureBody): AttachmentKind {
  return role === 'receiver' && remarks !== undefined ? 'damage_photo' : 'load_photo'
}

async function answered(
  cases: Cases,
  { note, events, invitation }: OpenedLink,
  form: LinkForm & { readonly action: string; readonly says: unknown; readonly photograph: AttachmentKind },
  answer: Answer,
): Promise<LinkAnswered> {
  const { invitation_id } = invitation
  const company = actingFor(note.company_id)
  const actor = { kind: 'signing_link', id: invitation_id, company_id: company } as const
  const caller: Caller = { company, policy: note.policy, actor, correlationId: form.correlationId }
  const { action, once } = form
  const fitted = await fitFiles(form.photographs ?? [], {
    kind: form.photograph,
    invitationId: invitation_id,
  })
  if (!fitted.ok) return { outcome: 'unfit', fault: fitted.fault }
  const hashes = fitted.fit.map(({ inspected }) => inspected.sentSha256)
  const says = hashes.length === 0 ? form.says : { said: form.says, photographs: hashes }
  const key: FormKey = { from: 'form', user: invitation_id, action, note: note.id, once, says }
  const { commandId } = idsOfForm(company, key)
  const recorded = events.find(({ metadata }) => metadata.command_id === commandId)
  if (recorded) return { outcome: 'accepted', note, events: [], position: recorded.position, replayed: true }
  const tried = await tryCode(cases.pool, invitation_id, cases.signing.codeHash(invitation_id, form.code))
  if (!tried.ok) return { outcome: 'wrong_code', left: tried.left }
  const files = fitted.fit.map((fit, index) => ({
    fit,
    command: commandOf(fit, attachmentId(commandId, index)),
  }))
  await keepFiles(cases, caller, note.id, files)
  const photographs = files.map(({ command }) => command)
  const outcome = await answer(caller, key, tried.way, photographs)
  if (outcome.outcome === 'accepted') {
    await forgetCode(cases.pool, invitation_id)
    await keepRecorded(cases.pool, photographs)
  }
  return outcome
}
