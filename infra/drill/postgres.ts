import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openPool } from '@ecmr/postgres'

/** SIGKILL to every process of the PostgreSQL server on a data directory. The process that started it restarts it. */
export async function killPostgres(dataDir: string): Promise<void> {
  killAll(await serversOf(dataDir))
}

/** SIGKILL to processes, some of which may have ended meanwhile. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // a backend that ended meanwhile
    }
  }
}

/** Whether a server answers queries. */
export async function answersQueries(url: string): Promise<boolean> {
  const pool = openPool({ url, max: 1, name: 'drill' })
  return pool
    .query('select 1')
    .then(
      () => true,
      () => false,
    )
    .finally(() => pool.end())
}

/** The processes of the PostgreSQL server on a data directory, no matter what started it. */
export async function serversOf(dataDir: string): Promise<readonly number[]> {
  const { directory } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'))
  const pidFile = await readFile(join(resolve(dataDir, directory), 'postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = Number(pidFile.split('\n')[0])
  if (!postmaster) return []
  const found = [postmaster]
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (parent === postmaster) found.push(Number(name))
  }
  return found
}
