import type { CompanyEventType, JsonObject } from '@ecmr/domain'
import type { Actor, EventStore, Position } from './port.js'

/** A fact about a company that is about to be appended; its id makes repeats harmless. */
export interface NewCompanyEvent {
  readonly id: string
  readonly type: CompanyEventType
  readonly at: string
  readonly data: JsonObject
  readonly actor: Actor
  readonly commandId: string
  readonly correlationId: string
}

/** Appends to `company-<id>`; events that stand there already are left out. */
export async function appendCompanyEvents(
  _store: EventStore,
  _companyId: string,
  _events: readonly NewCompanyEvent[],
): Promise<Position> {
  throw new Error('not yet')
}
