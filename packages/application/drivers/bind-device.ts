import { forgetCode, tryCode } from '../invitations/links-table.js'
import { linkHash } from '../invitations/invitation-secrets.js'
import type { InvitationCases } from '../invitations/invite-signer.js'
import { addDevice, countDevices, deviceWay, MOST_DEVICES } from './devices-table.js'
import type { OpenedDriverLink } from './open-driver-link.js'

/** What became of identifying a telephone. */
export type DeviceBound =
  | { readonly outcome: 'bound' }
  /** the code is wrong, or none is good now; `left` tries are left for it */
  | { readonly outcome: 'wrong_code'; readonly left: number }
  | { readonly outcome: 'too_many_devices' }

/** Whether a text can be the secret of a device: 32 random bytes, base64url. */
export function isDeviceSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/**
 * Identifies a telephone by a code, so that it may change the note from now on. The telephone has drawn its secret itself: when the
 * answer is lost, it asks again with the same one and needs no other code.
 */
export async function bindDevice(
  { pool, signing }: Pick<InvitationCases, 'pool' | 'signing'>,
  { invitation: { invitation_id } }: OpenedDriverLink,
  { secret, code }: { readonly secret: string; readonly code: string },
): Promise<DeviceBound> {
  const hash = linkHash(secret)
  if ((await deviceWay(pool, invitation_id, hash)) !== undefined) return { outcome: 'bound' }
  // A code that could bind nothing is not used up.
  if ((await countDevices(pool, invitation_id)) >= MOST_DEVICES) return { outcome: 'too_many_devices' }
  const tried = await tryCode(pool, invitation_id, signing.codeHash(invitation_id, code))
  if (!tried.ok) return { outcome: 'wrong_code', left: tried.left }
  if (!(await addDevice(pool, invitation_id, { hash, way: tried.way })))
    return { outcome: 'too_many_devices' }
  await forgetCode(pool, invitation_id)
  return { outcome: 'bound' }
}
