/** The events that subscribers of a drill ask for. */
export const announcedEvents = ['ecmr.created', 'ecmr.signed'] as const

/** Something that a subscriber must be notified of. */
export interface Fact {
  readonly noteId: string
  readonly type: (typeof announcedEvents)[number]
}

/** Remembers the notifications that a subscriber has received. */
export function announcements() {
  const announced = new Set<string>()
  const idOf = new Map<string, string>()
  const duplicates = { sameId: 0, otherId: 0 }
  return {
    /** Takes the body of a notification, and its `webhook-id`. */
    take(body: string, webhookId: string): void {
      const { type, data } = JSON.parse(body)
      const event = `${data.id} ${data.version}`
      const known = idOf.get(event)
      if (known === undefined) idOf.set(event, webhookId)
      else duplicates[known === webhookId ? 'sameId' : 'otherId']++
      announced.add(`${data.id} ${type}`)
    },
    announced: ({ noteId, type }: Fact): boolean => announced.has(`${noteId} ${type}`),
    /** repeated deliveries of an event, by whether `webhook-id` was the same */
    duplicates: () => duplicates,
  }
}
