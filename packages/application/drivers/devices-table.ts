import type { Pool } from 'pg'
import type { CodeWay } from '../invitations/links-table.js'

/** Telephones that one link may be used on: the driver’s, a second one, and its replacement. */
export const MOST_DEVICES = 3

/** How the person with this device was identified; undefined: it is not one of the link’s. */
export async function deviceWay(
  pool: Pool,
  invitationId: string,
  hash: Uint8Array,
): Promise<CodeWay | undefined> {
  const { rows } = await pool.query<{ identified_by: CodeWay }>({
    name: 'find driver device',
    text: 'select identified_by from signing.devices where invitation_id = $1 and device_hash = $2',
    values: [invitationId, Buffer.from(hash)],
  })
  return rows[0]?.identified_by
}

/** How many devices a link has. */
export async function countDevices(pool: Pool, invitationId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from signing.devices where invitation_id = $1',
    [invitationId],
  )
  return rows[0]?.count ?? 0
}

/** Adds a device to a link, unless it has as many as it may. The row of the link is locked, so that two at once are counted. */
export async function addDevice(
  pool: Pool,
  invitationId: string,
  { hash, way }: { readonly hash: Uint8Array; readonly way: CodeWay },
): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from signing.links where invitation_id = $1 for update', [invitationId])
    const { rowCount } = await client.query(
      `insert into signing.devices (invitation_id, device_hash, identified_by)
       select $1, $2, $3
       where (select count(*) from signing.devices where invitation_id = $1) < ${MOST_DEVICES}
       on conflict do nothing`,
      [invitationId, Buffer.from(hash), way],
    )
    await client.query('commit')
    return rowCount === 1
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
