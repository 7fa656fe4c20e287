import type { Pool } from 'pg'
import type { ConsentRequest } from './consent-request.js'

/** What a person has been asked, once: `undefined` when he has answered already, too late, or was not asked. */
export async function takeConsent(
  _pool: Pool,
  _userId: string,
  _token: string,
): Promise<ConsentRequest | undefined> {
  throw new Error('not built yet')
}
