import type { ActorNames } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import type { Note } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { attachmentRows } from './attachment-rows.js'
import { attachmentTexts } from './texts.js'

/** The page of the attachments shows the rest. */
const MOST_SHOWN = 5

/** What a note's page says of its attachments. */
export function attachmentSection(
  note: Note,
  events: readonly RecordedEvent[],
  manner: { readonly nameOf: ActorNames; readonly language: Language },
) {
  return {
    t: attachmentTexts[manner.language],
    rows: attachmentRows(note, events, manner).slice(0, MOST_SHOWN),
    total: note.attachments.length,
    mayAdd: note.cancelled_at === undefined,
  }
}
