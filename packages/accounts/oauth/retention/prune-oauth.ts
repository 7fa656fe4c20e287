import type { Pool } from 'pg'

/** How many rows were deleted. */
export interface PrunedOauth {
  readonly oauth_requests: number
  readonly oauth_tokens: number
  readonly oauth_grants: number
  readonly oauth_clients: number
}

/** Deletes what has ended by itself: questions nobody answered, tokens, grants, and clients that nobody uses. */
export async function pruneOauth(_pool: Pool): Promise<PrunedOauth> {
  throw new Error('not built yet')
}
