import { stat } from 'node:fs/promises'
import { EmbeddedPostgresError } from './errors.js'
import { run, type ServerUser } from './run.js'

const OUR_USER = 'ecmr-postgres'

/**
 * PostgreSQL refuses to run as root. For root this is another user: the system's `postgres`, else one that we create,
 * else `nobody`. For other users it is undefined: the same user.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = (await userNamed('postgres')) ?? (await userNamed(OUR_USER))
  if (known) return known
  await run('useradd', ['--system', '--user-group', '--no-create-home', OUR_USER]).catch(() => undefined)
  const other = (await userNamed(OUR_USER)) ?? (await userNamed('nobody'))
  if (other) return other
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and there is no other user to run it as: start the service as an ordinary user.',
  )
}

/** The owner of an existing cluster, or undefined when that is the user of this process. */
export async function clusterOwner(cluster: string): Promise<ServerUser | undefined> {
  const { uid, gid } = await stat(cluster)
  const own = process.getuid?.()
  if (own === undefined || own === uid) return undefined
  if (own === 0) return { uid, gid }
  throw new EmbeddedPostgresError(
    `The database in ${cluster} belongs to another user (${uid}): start the service as that user, or choose another DATA_DIR.`,
  )
}

async function userNamed(name: string): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return undefined
  }
}
