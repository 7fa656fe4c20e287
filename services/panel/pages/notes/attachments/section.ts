import type { ActorNames } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import type { Access } from '@ecmr/domain'
import type { FoundNote } from '../shared/own-note.js'
import { attachmentRows } from './attachment-rows.js'
import { attachmentTexts } from './texts.js'

/** The page of the attachments shows the rest. */
const MOST_SHOWN = 5

/** What a note's page says of its attachments. */
export function attachmentSection(
  { note, events, access }: FoundNote,
  manner: { readonly nameOf: ActorNames; readonly language: Language },
) {
  return {
    t: attachmentTexts[manner.language],
    rows: attachmentRows(note, events, manner).slice(0, MOST_SHOWN),
    total: note.attachments.length,
    mayAdd: note.cancelled_at === undefined && mayAddTo(access),
  }
}

/** Whether a company may add files to a note; see `rolesFor`. */
export function mayAddTo(access: Access): boolean {
  return access.kind === 'own' || access.roles.length > 0
}
