/** Which events were written lately, and where. Bounded: the oldest is forgotten first. */
export interface RecentIds {
  revisionOf(stream: string, id: string): number | undefined
  remember(stream: string, id: string, revision: number): void
}

export function recentIds(limit: number): RecentIds {
  // By id alone, as in the real server: the same id in a second stream makes it forget the first.
  const places = new Map<string, { readonly stream: string; readonly revision: number }>()
  return {
    revisionOf(stream, id) {
      const place = places.get(id)
      return place?.stream === stream ? place.revision : undefined
    },
    remember(stream, id, revision) {
      places.delete(id)
      places.set(id, { stream, revision })
      const [oldest] = places.keys()
      if (places.size > limit && oldest !== undefined) places.delete(oldest)
    },
  }
}
