import type { Tx } from '../db.js'

interface Command {
  readonly id: string
  readonly endpointId: string
}

/**
 * Notes in the transaction of a command that it is carried out. False when it has been before: a request with an
 * idempotency key came again, and must not do a thing twice. The second of two at the same time waits for the first.
 */
export async function isFirstTime(tx: Tx, command: Command & { readonly now: Date }): Promise<boolean> {
  const noted = await tx
    .insertInto('webhooks.commands')
    .values({ id: command.id, endpoint_id: command.endpointId, created_at: command.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Whether a command on an endpoint has been carried out before. Asked before anything is refused: what stands in the
 * way of it now may be what it did itself.
 */
export async function wasCarriedOut(tx: Tx, command: Command): Promise<boolean> {
  const noted = await tx
    .selectFrom('webhooks.commands')
    .select('id')
    .where('id', '=', command.id)
    .where('endpoint_id', '=', command.endpointId)
    .executeTakeFirst()
  return noted !== undefined
}
