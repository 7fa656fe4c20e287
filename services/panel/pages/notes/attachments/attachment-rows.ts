import { addersOf } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import type { Note } from '@ecmr/domain'
import type { ActorNames } from '@ecmr/accounts'
import type { RecordedEvent } from '@ecmr/event-store'
import { bytesText } from '../../../texts/formats.js'
import { whoActed } from '../shared/actors.js'
import { brief } from '../shared/brief.js'
import { attachmentKindLabels } from './texts.js'

/** An attachment as pages list it. */
export interface AttachmentRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly title: string | undefined
  readonly size: string
  readonly added_at: string
  readonly by: string
  readonly state: 'kept' | 'withdrawn' | 'erased'
  readonly reason: string | undefined
  readonly isPicture: boolean
  readonly place: string | undefined
}

/** The attachments of a note, newest first. */
export function attachmentRows(
  note: Note,
  events: readonly RecordedEvent[],
  { nameOf, language }: { readonly nameOf: ActorNames; readonly language: Language },
): readonly AttachmentRow[] {
  const adderOf = addersOf(events)
  return note.attachments
    .map((one): AttachmentRow => {
      const adder = adderOf(one.attachment_id)
      const { location } = one
      return {
        id: one.attachment_id,
        kind: attachmentKindLabels[language][one.kind],
        name: brief(one.name ?? '', 120),
        title: one.title && brief(one.title, 200),
        size: bytesText(one.bytes, language),
        added_at: one.added_at,
        by: adder === undefined ? '' : whoActed(adder, nameOf, language),
        state: one.erased ? 'erased' : one.withdrawn_at === undefined ? 'kept' : 'withdrawn',
        reason: one.withdrawn_reason && brief(one.withdrawn_reason, 300),
        isPicture: one.media_type.startsWith('image/'),
        place: location && `${location.latitude}, ${location.longitude}`,
      }
    })
    .toReversed()
}
