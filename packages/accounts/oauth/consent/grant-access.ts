import type { Pool } from 'pg'
import type { SignedIn } from '../../sessions/session.js'
import type { ConsentRequest } from './consent-request.js'

/**
 * Grants a client what it has asked for, on behalf of whoever is logged in, and notes it on the company's audit trail. The code
 * lives 60 s and can be redeemed once. `undefined` when the company's plan has no assistants (any more).
 */
export async function grantAccess(
  _pool: Pool,
  _signedIn: SignedIn,
  _request: ConsentRequest,
): Promise<{ readonly code: string } | undefined> {
  throw new Error('not built yet')
}
