import { readdirSync, readFileSync } from 'node:fs'

/** Whose time is counted. */
interface OwnTime {
  readonly pid: number
  readonly ms: number
  /** where the system lists processes */
  readonly proc?: string
}

// Processes that a job starts may be gone before their time is looked at.
const EVERY_MS = 1000
// What is lost in a moment is not worth waiting for.
const WORTH_MS = 10

/**
 * Calls `over` when a process has had so much time for itself and those that it has started. While it waits for a processor, which on a busy machine is most of
 * the time for one that lets all others go before, its time stands still, as far as the system tells. Returns what stops the
 * counting.
 */
export function countOwnTime({ pid, ms, proc = '/proc' }: OwnTime, over: () => void): () => void {
  let before = clockOf(pid, proc)
  let left = ms
  const check = (): void => {
    const now = clockOf(pid, proc)
    left -= now.at - before.at - mostLost(before.waited, now.waited)
    before = now
    if (left < WORTH_MS) over()
    else timer = setTimeout(check, Math.min(left, EVERY_MS))
  }
  let timer = setTimeout(check, Math.min(ms, EVERY_MS))
  return () => clearTimeout(timer)
}

function clockOf(
  pid: number,
  proc: string,
): { readonly at: number; readonly waited: ReadonlyMap<string, number> } {
  return { at: performance.now(), waited: waitedMs(pid, proc) }
}

/** A process and those that it has started, and they in turn, as far as the system tells. */
function familyOf(pid: number, proc: string): readonly number[] {
  try {
    const threads = `${proc}/${pid}/task`
    const started = readdirSync(threads).flatMap((thread) =>
      readFileSync(`${threads}/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...started.flatMap((child) => familyOf(child, proc))]
  } catch {
    return [pid]
  }
}

/** How long each of their threads has been ready to run and did not; see sched-stats.rst of the Linux kernel. */
function waitedMs(pid: number, proc: string): ReadonlyMap<string, number> {
  const waited = new Map<string, number>()
  for (const member of familyOf(pid, proc))
    try {
      const threads = `${proc}/${member}/task`
      for (const thread of readdirSync(threads)) {
        const [, ns = '0'] = readFileSync(`${threads}/${thread}/schedstat`, 'latin1').split(' ')
        waited.set(thread, Number(ns) / 1e6)
      }
    } catch {
      // The system does not say, or a thread has just ended.
    }
  return waited
}

// Threads wait at the same time: together they would lose more than there was.
function mostLost(before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number {
  return Math.max(0, ...[...now].map(([thread, waited]) => waited - (before.get(thread) ?? 0)))
}

/**
 * How much memory a process and those that it has started hold, in bytes; `undefined` where the system does not tell, or the process is gone.
 * What several of them share counts for each: a process that starts a program is there twice until that runs.
 */
const residentMemory = (pid: number, proc: string): number | undefined =>
  sumOf({ pid, proc, file: 'status' }, /^VmRSS:\s+(\d+) kB$/m)

/** The same with shared memory divided among those that share it. Takes milliseconds for large processes. */
const dividedMemory = (pid: number, proc: string): number | undefined =>
  sumOf({ pid, proc, file: 'smaps_rollup' }, /^Pss:\s+(\d+) kB$/m)

/**
 * Whether a process and those that it has started hold more than so many bytes; not where the system does not tell.
 *
 * @param proc where the system lists processes
 */
export function holdsMoreThan(bytes: number, pid: number, proc = '/proc'): boolean {
  const resident = residentMemory(pid, proc) ?? 0
  return resident > bytes && (dividedMemory(pid, proc) ?? resident) > bytes
}

function sumOf(
  { pid, proc, file }: { readonly pid: number; readonly proc: string; readonly file: string },
  kilobytes: RegExp,
): number | undefined {
  try {
    return familyOf(pid, proc)
      .map((member) => Number(kilobytes.exec(readFileSync(`${proc}/${member}/${file}`, 'latin1'))?.[1] ?? 0))
      .reduce((sum, one) => sum + one * 1024, 0)
  } catch {
    return undefined
  }
}
