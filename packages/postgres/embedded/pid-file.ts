import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './run.js'

/** A server of a cluster, as its postmaster.pid describes it. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  readonly state: 'starting' | 'ready' | 'stopping'
}

/** The server that is running on a cluster, if any. A pid file that a crash left behind counts for nothing. */
export async function runningServer(cluster: string): Promise<RunningServer | undefined> {
  const lines = await pidFileLines(cluster)
  const pid = Number(lines[0])
  if (!(pid > 0) || !(await isServerOf(cluster, pid))) return undefined
  // The format is in PostgreSQL's miscadmin.h, LOCK_FILE_LINE_…
  const status = lines[7]?.trim()
  const state = status === 'ready' || status === 'stopping' ? status : 'starting'
  return { pid, port: Number(lines[3]), state }
}

/** The port of the server that was running when its process was killed, if that is how the last one ended. */
export async function portBefore(cluster: string): Promise<number | undefined> {
  const port = Number((await pidFileLines(cluster))[3])
  return port > 0 ? port : undefined
}

/**
 * Makes PostgreSQL take a pid file for stale when its number now belongs to some other program, which PostgreSQL does
 * not check. Our own number in the first line has that effect (it ignores its parent), and unlike removing the file it
 * keeps the check for orphaned backends.
 */
export async function disownPidFile(cluster: string): Promise<void> {
  const lines = await pidFileLines(cluster)
  if (lines.length === 0) return
  await writeFile(join(cluster, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'))
}

/** Whether a process exists and is the server of this cluster, rather than another program with a used number. */
export async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  return (await commandLine(pid)).includes(cluster)
}

async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return await run('ps', ['-o', 'args=', '-p', String(pid)])
  } catch {
    return ''
  }
}

async function pidFileLines(cluster: string): Promise<readonly string[]> {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
