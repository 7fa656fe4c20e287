import type { CompanyEventType } from '@ecmr/domain'
import { appendFacts, type EventStore, type NewFact, type Position } from '@ecmr/event-store'

/** A fact about a company that is about to be appended. */
export interface NewCompanyEvent extends NewFact {
  readonly type: CompanyEventType
}

/**
 * Appends to `company-<id>`: see `appendFacts`.
 *
 * @throws as `appendFacts`
 */
export function appendCompanyEvents(
  store: Pick<EventStore, 'append' | 'readStreamEnd'>,
  companyId: string,
  events: readonly NewCompanyEvent[],
): Promise<Position> {
  return appendFacts(store, { stream: `company-${companyId}`, companyId }, events)
}
