import { readdirSync, readFileSync } from 'node:fs'

/** Whose time is counted. */
interface OwnTime {
  readonly pid: number
  readonly ms: number
  /** where the system lists processes */
  readonly proc?: string
}

// What is lost in a moment is not worth waiting for.
const WORTH_MS = 10

/**
 * Calls `over` when a process has had so much time for itself. While it waits for a processor, which on a busy machine is most of
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
    else timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}

function clockOf(
  pid: number,
  proc: string,
): { readonly at: number; readonly waited: ReadonlyMap<string, number> } {
  return { at: performance.now(), waited: waitedMs(pid, proc) }
}

/** How long each of its threads has been ready to run and did not; see sched-stats.rst of the Linux kernel. */
function waitedMs(pid: number, proc: string): ReadonlyMap<string, number> {
  const waited = new Map<string, number>()
  try {
    const threads = `${proc}/${pid}/task`
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

/** How much memory a process holds, in bytes; `undefined` where the system does not tell, or the process is gone. */
export function residentMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}
