import { readFileSync } from 'node:fs'

/** The steps from an image to its words. */
export type Stage =
  | 'decode'
  | 'corners'
  | 'survey'
  | 'redraw'
  | 'light'
  | 'lines'
  | 'first pass'
  | 'main pass'

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
// Fields 16 and 17 of proc_pid_stat(5), counted from behind the name, which is the second one: of programs that have ended.
const [USER, SYSTEM] = [13, 14]

function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + programSeconds()
}

function programSeconds(): number {
  try {
    const [, fields = ''] = readFileSync('/proc/self/stat', 'latin1').split(/\) /)
    const times = fields.split(' ').map(Number)
    return ((times[USER] ?? 0) + (times[SYSTEM] ?? 0)) / TICKS
  } catch {
    return 0
  }
}
