import type { Tx } from '../db.js'
import type { FormerSecret } from '../tables.js'
import { endpointChange } from './audit.js'
import {
  type Commanded,
  commandEndpoint,
  type EndpointCommand,
  type EndpointContext,
  type EndpointRow,
} from './command-endpoint.js'
import { type Endpoint, lastGoodUntil, MOST_FORMER_SECRETS, readEndpoint, stillGood } from './endpoint.js'
import { newSigningSecret, type SecretBox } from './secrets.js'

/** How long the previous secret signs as well by default, hours. */
export const USUAL_OVERLAP_HOURS = 24

interface RotationContext extends EndpointContext {
  readonly secrets: SecretBox
}

export interface Rotation extends EndpointCommand {
  /** 0: all former secrets are wiped at once */
  readonly overlapHours?: number
}

/** An endpoint with the secret that it has now. */
export interface Rotated {
  readonly endpoint: Endpoint
  readonly secret: string
}

const HOUR_MS = 3_600_000

/**
 * Gives an endpoint a new secret, which is returned here and nowhere else. The previous one signs as well for the
 * overlap, and those of earlier rotations for the rest of theirs: a client that lost the answer to a rotation may repeat
 * it without breaking its receivers. No overlap ends them all.
 */
export async function rotateSecret(
  context: RotationContext,
  rotation: Rotation,
): Promise<Commanded<Rotated, 'too_many_secrets'>> {
  const { overlapHours = USUAL_OVERLAP_HOURS } = rotation
  return commandEndpoint<Rotated, 'too_many_secrets'>(context, rotation, {
    async carryOut(tx, endpoint, now) {
      const former = formerAfter(endpoint, overlapHours, now)
      if (former.length > MOST_FORMER_SECRETS) return 'too_many_secrets'
      const sealed = context.secrets.seal(newSigningSecret(), endpoint.id)
      await replaceSecret(tx, endpoint.id, { sealed, former, now })
      const ends = { previous_secret_until: lastGoodUntil(former, now) }
      await context.recordAudit(tx, endpointChange('WebhookSecretRotated', endpoint, rotation, ends))
      return undefined
    },
    view: (tx, id, now) => readWithSecret(tx, id, { now, secrets: context.secrets }),
  })
}

function formerAfter(
  { secret, former_secrets }: EndpointRow,
  overlapHours: number,
  now: Date,
): readonly FormerSecret[] {
  if (overlapHours === 0 || secret === null) return []
  const until = new Date(now.getTime() + overlapHours * HOUR_MS).toISOString()
  return [{ sealed: secret, until }, ...stillGood(former_secrets, now)]
}

async function replaceSecret(
  tx: Tx,
  id: string,
  rotated: { readonly sealed: string; readonly former: readonly FormerSecret[]; readonly now: Date },
): Promise<void> {
  const { sealed, former, now } = rotated
  await tx
    .updateTable('webhooks.endpoints')
    .set({
      secret: sealed,
      former_secrets: JSON.stringify(former),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

async function readWithSecret(
  tx: Tx,
  id: string,
  { now, secrets }: { readonly now: Date; readonly secrets: SecretBox },
): Promise<Rotated | undefined> {
  const endpoint = await readEndpoint(tx, id, now)
  const row = await tx
    .selectFrom('webhooks.endpoints')
    .select('secret')
    .where('id', '=', id)
    .executeTakeFirst()
  if (endpoint === undefined || !row?.secret) return undefined
  return { endpoint, secret: secrets.open(row.secret, id) }
}
