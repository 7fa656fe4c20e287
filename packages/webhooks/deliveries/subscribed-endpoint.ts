/** An active endpoint, as far as it says what it is to be told of. */
export interface SubscribedEndpoint {
  readonly id: string
  readonly company_id: string
  /** names of webhook events */
  readonly events: readonly string[]
  /** position in the log; events after it are delivered */
  readonly follows_from: string
}

/** Whether an endpoint is to be told of an event of its company. */
export function concerns(
  { events, follows_from }: SubscribedEndpoint,
  event: { readonly position: string; readonly type: string | undefined },
): boolean {
  return follows(event.position, follows_from) && events.some((name) => name === event.type)
}

// An event that was still with the broker when the log moved to another store tells its place in the former log. Those
// two places cannot be compared, and an event too many is better than one that is never sent.
function follows(position: string, place: string): boolean {
  return place < position || place.length !== position.length
}
