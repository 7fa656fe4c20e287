import type { AttachmentView } from '@ecmr/contract'
import { accountOf, type Attachment, type CompanyId } from '@ecmr/domain'
import type { Actor, RecordedEvent } from '@ecmr/event-store'

type Adder = Pick<Actor, 'kind' | 'id'>

/**
 * Who added which attachment, by the events of a note.
 *
 * @param company to which it is told: of those who acted for another one only that; absent: as recorded
 */
export function addersOf(
  events: readonly RecordedEvent[],
  company?: CompanyId,
): (attachmentId: string) => Adder | undefined {
  const actors = new Map(
    events.flatMap(({ type, data, metadata }) =>
      type === 'AttachmentAdded' ? [[data.attachment_id, seenBy(company, metadata.actor)] as const] : [],
    ),
  )
  return (attachmentId) => actors.get(attachmentId)
}

function seenBy(company: CompanyId | undefined, actor: Actor): Adder {
  if (company === undefined) return actor
  const { kind, id, company_id } = actor
  const isOurs = company_id === '' || accountOf(company_id) === accountOf(company)
  return { kind, id: isOurs ? id : accountOf(company_id) }
}

/** Attachments as answers show them, newest first. */
export function attachmentViews(
  attachments: readonly Attachment[],
  adderOf: (attachmentId: string) => Adder | undefined,
): readonly AttachmentView[] {
  return attachments.map((one) => view(one, adderOf(one.attachment_id))).toReversed()
}

function view({ erased, ...attachment }: Attachment, adder: Adder | undefined): AttachmentView {
  const { withdrawn_at } = attachment
  return {
    ...attachment,
    state: erased ? 'erased' : withdrawn_at === undefined ? 'kept' : 'withdrawn',
    ...(adder && { added_by: { kind: adder.kind, id: adder.id } }),
  }
}
