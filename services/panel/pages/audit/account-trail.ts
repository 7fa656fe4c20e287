import { type CompanyId, upcastEvent } from '@ecmr/domain'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import type { TrailQuery } from '@ecmr/read-models'

/** Which events of a trail are asked for. */
export type TrailFilter = Pick<TrailQuery, 'since' | 'until' | 'actor'>

/** Some events of a company's account, newest first. */
export interface AccountPage {
  readonly events: readonly RecordedEvent[]
  /** the revision before which to go on; undefined: there is nothing more */
  readonly next: number | undefined
  /** set when the limit of events to look at was reached: how far back that was */
  readonly searchedUntil: string | undefined
}

/** Events that are read together when not all of them are wanted. */
const AT_ONCE = 500
/** So many events are looked at for one page when not all of them are wanted. */
const MOST_LOOKED_AT = 2_000

/**
 * What happened to a company's account, from the end of its stream in the event log.
 *
 * @param page.before a revision; the newest events when undefined
 */
export async function accountTrail(
  store: Pick<EventStore, 'readStreamEnd'>,
  company: CompanyId,
  filter: TrailFilter,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<AccountPage> {
  const { limit } = page
  const isFiltered = Object.keys(filter).length > 0
  const atOnce = isFiltered ? AT_ONCE : limit + 1
  const found: RecordedEvent[] = []
  let before = page.before
  for (let looked = atOnce; ; looked += atOnce) {
    const options = { limit: atOnce, ...(before !== undefined && { before }) }
    const read = await store.readStreamEnd(`company-${company}`, options)
    found.push(
      ...read
        .filter((event) => isWanted(event, filter))
        .map(upcastEvent)
        .reverse(),
    )
    const [oldest] = read
    const isEnd = !oldest || oldest.revision === 0 || isBefore(oldest, filter.since)
    if (found.length > limit || isEnd) return pageOf(found, limit)
    before = oldest.revision
    if (looked >= MOST_LOOKED_AT)
      return { events: found, next: before, searchedUntil: oldest.metadata.recorded_at }
  }
}

function pageOf(found: readonly RecordedEvent[], limit: number): AccountPage {
  const events = found.slice(0, limit)
  const next = found.length > limit ? events.at(-1)?.revision : undefined
  return { events, next, searchedUntil: undefined }
}

function isWanted(event: RecordedEvent, { since, until, actor }: TrailFilter): boolean {
  const { recorded_at, actor: who } = event.metadata
  if (isBefore(event, since) || (until !== undefined && recorded_at >= until.toISOString())) return false
  if (actor === undefined || actor.ids.includes(who.id)) return true
  return who.name?.toLowerCase().includes(actor.name.toLowerCase()) === true
}

/** Times never decrease within a stream: whatever stands before such an event is too old as well. */
function isBefore({ metadata }: RecordedEvent, instant: Date | undefined): boolean {
  return instant !== undefined && metadata.recorded_at < instant.toISOString()
}
