import type { ShareBody } from '@ecmr/contract'
import type { CompanyId, EcmrCommand, Note, Refusal, Share } from '@ecmr/domain'
import { isTestCompany, testCompanyOf } from '@ecmr/domain'
import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote, type NoteUseCases } from '../notes/change-note.js'
import { shareId } from '../notes/note-commands.js'
import { mustActAs, mustOwn } from '../permissions/permitted.js'

/** What is asked of a directory of companies. */
export type LookUpHandle = (asking: CompanyId, handle: string) => Promise<LookedUp>

type LookedUp =
  | { readonly ok: true; readonly company: { readonly id: CompanyId } }
  | { readonly ok: false; readonly reason: 'unknown' }
  | { readonly ok: false; readonly reason: 'too_many'; readonly retryAfterSeconds: number }

/** What became of sharing a note. */
export type Sharing =
  | { readonly outcome: 'shared'; readonly note: Note; readonly share: Share; readonly replayed: boolean }
  /** too many handles were tried that lead nowhere */
  | { readonly outcome: 'too_many_lookups'; readonly retryAfterSeconds: number }
  | Exclude<Changed, { readonly outcome: 'accepted' }>

/**
 * Shares a company's note with another one, that is named by its handle. A test note is shared with the other company's test data.
 *
 * @param shared.note as it was read; that the caller's company owns it is asked before a handle is looked up
 * @throws StoreUnavailable, OutcomeUnknown as `changeNote`; the same key may be used again. NotPermitted
 */
export async function shareNote(
  cases: NoteUseCases & { readonly lookUpHandle: LookUpHandle },
  caller: Caller,
  shared: {
    readonly note: Note
    readonly body: ShareBody
    readonly key?: CommandKey | undefined
    /** the note must have one of these versions */
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Sharing> {
  const { note, body, key, ifMatch } = shared
  const { company: handle, access, role } = body
  mustActAs(caller, 'member')
  mustOwn(caller, note)
  const found = await cases.lookUpHandle(caller.company, handle)
  if (!found.ok)
    return found.reason === 'unknown'
      ? { outcome: 'refused', refusal: unknownHandle(handle) }
      : { outcome: 'too_many_lookups', retryAfterSeconds: found.retryAfterSeconds }
  const { id } = found.company
  const company_id = isTestCompany(note.company_id) ? testCompanyOf(id) : id
  let made = ''
  const share = (commandId: string): EcmrCommand => {
    made = shareId(commandId)
    return { type: 'share', share_id: made, company_id, access, ...(role !== undefined && { role }) }
  }
  const outcome = await changeNote(cases, caller, {
    ...{ noteId: note.id, key, ifMatch },
    commands: (commandId) => [share(commandId)],
  })
  if (outcome.outcome !== 'accepted') return outcome
  const one = outcome.note.shares.find(({ share_id }) => share_id === made)
  if (one === undefined) throw new Error('the share is not in the note')
  return { outcome: 'shared', note: outcome.note, share: one, replayed: outcome.replayed }
}

function unknownHandle(handle: string): Refusal {
  const detail = `No company that takes shared notes has the handle ${handle}.`
  const message = 'Ask the other company for its handle.'
  return { code: 'not_shareable', detail, errors: [{ pointer: '/company', code: 'unknown', message }] }
}

/**
 * Ends a share. A repeat changes nothing.
 *
 * @throws as `changeNote`
 */
export function revokeShare(
  cases: NoteUseCases,
  caller: Caller,
  revoked: {
    readonly noteId: string
    readonly shareId: string
    readonly key?: CommandKey | undefined
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Changed> {
  const { shareId: share_id, ...named } = revoked
  return changeNote(cases, caller, { ...named, commands: () => [{ type: 'revoke_share', share_id }] })
}
