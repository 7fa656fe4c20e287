import { readFileSync, writeFileSync } from 'node:fs'
import type { Child } from '../../harness/child.js'

const EVERY_MS = 250
/** of the system's clock, by which it counts processor time */
const TICKS_PER_SECOND = 100

/** What children of this process have taken. */
export interface TakenByChildren {
  /** of the processor, all together */
  readonly seconds: number
  /** MB, the most that any of them has had resident */
  readonly megabytes: number
}

/** Looks at the children of this process whose command line has some text in it, several times a second. */
export function watchChildren(text: string): { stop(): TakenByChildren } {
  const taken = new Map<number, TakenByChildren>()
  const look = (): void => {
    for (const pid of childrenOf(process.pid))
      if (read(`/proc/${pid}/cmdline`).includes(text)) taken.set(pid, takenBy(pid))
  }
  const timer = setInterval(look, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      look()
      const all = [...taken.values()]
      return {
        seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
        megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
      }
    },
  }
}

/** Seconds of the processor that a program has taken since it was started. */
export function secondsTakenBy({ process: { pid = 0 } }: Pick<Child, 'process'>): number {
  return takenBy(pid).seconds
}

/**
 * The most that a program has resident from now on, MB.
 *
 * @see man proc_pid_clear_refs: 5 begins to count anew
 */
export function watchMemory({ process: { pid = 0 } }: Pick<Child, 'process'>): { stop(): number } {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return { stop: () => Math.round(takenBy(pid).megabytes) }
}

function childrenOf(pid: number): readonly number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

function takenBy(pid: number): TakenByChildren {
  const stat = read(`/proc/${pid}/stat`)
  // After the name in parentheses, as `man proc_pid_stat` numbers them: 14 and 15.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  const [, resident = 0] = /VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`)) ?? []
  return { seconds: (user + system) / TICKS_PER_SECOND, megabytes: Number(resident) / 1_024 }
}

/** Empty when the process has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
