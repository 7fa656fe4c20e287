import { randomBytes } from 'node:crypto'
import { access, chown, link, open, readFile, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type Binaries, usableBinaries } from './binaries.js'
import { EmbeddedPostgresError, fileSystemFault } from './errors.js'
import { canEnter, makeDataDir, makeServerDir, SYSTEM_HOME } from './location.js'
import type { ServerUser } from './run.js'
import { run } from './run.js'
import { clusterOwner, serverUser } from './server-user.js'

/** A database cluster on disk, with all that is needed to start its server. */
export interface Cluster {
  readonly directory: string
  readonly dataDir: string
  readonly password: string
  readonly user: ServerUser | undefined
  readonly binaries: Binaries
}

/** The only database user. */
export const ROLE = 'ecmr'

/** Names the cluster of a data directory and its password. Written last: a cluster that it does not name is unfinished. */
const RECORD = 'postgres.json'

interface ClusterRecord {
  /** relative to the data directory when inside it, so that the two can be moved together */
  readonly directory: string
  readonly password: string
}

/** Finds the cluster of a data directory, or makes it. */
export async function openCluster(path: string, log: (line: string) => void): Promise<Cluster> {
  const dataDir = await makeDataDir(path)
  const record = await readRecord(dataDir)
  if (record) return await existingCluster(dataDir, record)
  log('Creating the database …')
  try {
    return await createCluster(dataDir)
  } catch (error) {
    throw fileSystemFault(error, `DATA_DIR ${dataDir}`) ?? error
  }
}

/** Whether a data directory has a cluster; nothing is made. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  return (await readRecord(dataDir)) !== undefined
}

async function existingCluster(dataDir: string, record: ClusterRecord): Promise<Cluster> {
  const directory = resolve(dataDir, record.directory)
  await access(directory).catch(() => {
    throw new EmbeddedPostgresError(
      `${join(dataDir, RECORD)} says that the database is in ${directory}, but there is nothing: restore it, or remove that file to start with an empty database.`,
    )
  })
  const user = await clusterOwner(directory)
  if (!(await canEnter(resolve(directory, '..'), user)))
    throw new EmbeddedPostgresError(
      `The user that PostgreSQL runs as (${user?.uid}) may not enter a directory above ${directory}: allow it, or move DATA_DIR.`,
    )
  const binaries = await usableBinaries(copiesHome(dataDir, user), user)
  const written = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim()
  if (written !== binaries.major)
    throw new EmbeddedPostgresError(
      `The database in ${directory} was written by PostgreSQL ${written} and this release brings ${binaries.major}: move the data with pg_dump, or use the release that wrote it.`,
    )
  return { directory, dataDir, password: record.password, user, binaries }
}

async function createCluster(dataDir: string): Promise<Cluster> {
  const user = await serverUser()
  const binaries = await usableBinaries(copiesHome(dataDir, user), user)
  const home = (await canEnter(dataDir, user)) ? dataDir : SYSTEM_HOME
  const directory = join(home, `postgres-${randomBytes(4).toString('hex')}`)
  const password = randomBytes(24).toString('base64url')
  try {
    await makeServerDir(directory, user)
    await initialise(directory, password, user, binaries)
    await writeRecord(dataDir, {
      directory: home === dataDir ? relative(dataDir, directory) : directory,
      password,
    })
    return { directory, dataDir, password, user, binaries }
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    // Another process may have made one at the same time; the first record counts.
    const record = await readRecord(dataDir)
    if (record) return await existingCluster(dataDir, record)
    throw error
  }
}

async function initialise(
  directory: string,
  password: string,
  user: ServerUser | undefined,
  binaries: Binaries,
): Promise<void> {
  const passwordFile = `${directory}.password`
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    if (user) await chown(passwordFile, user.uid, user.gid)
    const options = [
      `--pgdata=${directory}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own Unicode tables: the same answers on every system, whatever its locales.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    await run(binaries.initdb, options, user)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function copiesHome(dataDir: string, user: ServerUser | undefined): string {
  return user ? SYSTEM_HOME : dataDir
}

async function readRecord(dataDir: string): Promise<ClusterRecord | undefined> {
  const path = join(dataDir, RECORD)
  try {
    const { directory, password } = JSON.parse(await readFile(path, 'utf8'))
    if (typeof directory === 'string' && typeof password === 'string') return { directory, password }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const fault = fileSystemFault(error, path)
    if (fault)
      throw new EmbeddedPostgresError(`${path} cannot be read: it belongs to another user.`, { cause: error })
  }
  throw new EmbeddedPostgresError(`${path} is damaged: restore it from a backup.`)
}

/** Fails when there is a record already, and never leaves half of one. */
async function writeRecord(dataDir: string, record: ClusterRecord): Promise<void> {
  const unfinished = join(dataDir, `${RECORD}.${randomBytes(4).toString('hex')}`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(record, null, 2)}\n`)
    await file.sync()
    await link(unfinished, join(dataDir, RECORD))
  } finally {
    await file.close()
    await rm(unfinished, { force: true })
  }
}

/** A sentence for the operator when data or programs are not below the data directory, or undefined. */
export function whereabouts(cluster: Cluster): string | undefined {
  const outside =
    isAbsolute(relative(cluster.dataDir, cluster.directory)) ||
    relative(cluster.dataDir, cluster.directory).startsWith('..')
  if (outside)
    return `The database is in ${cluster.directory}, because the user that PostgreSQL runs as may not enter ${cluster.dataDir}.`
  if (cluster.binaries.copied)
    return `PostgreSQL's programs were copied to ${cluster.binaries.postgres.replace(/\/bin\/postgres$/, '')}, because they could not be run where npm put them.`
  return undefined
}
