import { readFileSync } from 'node:fs'

/** The steps from an image to its words. */
export type Stage =
  | 'decode'
  | 'corners'
  | 'survey'
  | 'redraw'
  | 'light'
  | 'lines'
  | 'picture'
  | 'first pass'
  | 'main pass'
  | 'numbers again'

/** Seconds of processor time of each step that was taken, that of programs which were run for it included. */
export type StageSeconds = Readonly<Partial<Record<Stage, number>>>

/** Counts the processor time of steps. */
export class StageClock {
  readonly #seconds: Partial<Record<Stage, number>> = {}
  #before = processorSeconds()

  get seconds(): StageSeconds {
    return this.#seconds
  }

  /** Counts everything since the last call, or since the start, for one step. */
  readonly lap = (stage: Stage): void => {
    const now = processorSeconds()
    this.#seconds[stage] = (this.#seconds[stage] ?? 0) + now - this.#before
    this.#before = now
  }
}

// Of a second, on every Linux.
const TICKS = 100
// Fields of proc_pid_stat(5), counted from behind the name, which is the second one: user and system time of a process itself, and of the
// programs that it has run to their end.
const OWN = [11, 12] as const
const OF_ENDED = [13, 14] as const

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  const running = runningPrograms().reduce((sum, pid) => sum + ticks(pid, OWN), 0)
  return (user + system) / 1e6 + (ticks('self', OF_ENDED) + running) / TICKS
}

function runningPrograms(): readonly string[] {
  try {
    return readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

function ticks(pid: string, [user, system]: readonly [number, number]): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) /)
    const times = fields.split(' ').map(Number)
    return (times[user] ?? 0) + (times[system] ?? 0)
  } catch {
    return 0
  }
}
