import type { Pool } from 'pg'
import type { ConsentRequest } from './consent-request.js'

/** How long a person has for his answer; milliseconds. */
export const CONSENT_MS = 10 * 60_000

/** Keeps what a person is about to be asked. The token goes into the form, and works once, for this person only. */
export async function openConsent(
  _pool: Pool,
  _userId: string,
  _request: ConsentRequest,
): Promise<{ readonly token: string }> {
  throw new Error('not built yet')
}
