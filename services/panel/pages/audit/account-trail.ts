import type { CompanyId } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import type { TrailQuestion } from './trail-question.js'

/** Some events of a company's account, newest first. */
export interface AccountPage {
  readonly events: readonly RecordedEvent[]
  /** the revision before which to go on; undefined: there is nothing more */
  readonly next: number | undefined
}

/**
 * What happened to a company's account, from the event log itself.
 *
 * @param before a revision; the newest events when undefined
 */
export async function accountTrail(
  store: Pick<EventStore, 'readStream'>,
  company: CompanyId,
  filter: TrailQuestion['filter'],
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<AccountPage> {
  const recorded = await store.readStream(`company-${company}`)
  const wanted = recorded.filter((event) => isWanted(event, filter)).reverse()
  const from = wanted.filter(({ revision }) => before === undefined || revision < before)
  const events = from.slice(0, limit)
  return { events, next: from.length > limit ? events.at(-1)?.revision : undefined }
}

function isWanted({ metadata }: RecordedEvent, { since, until, actor }: TrailQuestion['filter']): boolean {
  const at = metadata.recorded_at
  if (since !== undefined && at < since.toISOString()) return false
  if (until !== undefined && at >= until.toISOString()) return false
  return actor === undefined || metadata.actor.name.toLowerCase().includes(actor.toLowerCase())
}
