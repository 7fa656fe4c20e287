import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'
import { Writable } from 'node:stream'
import timers from 'node:timers'
import promises from 'node:timers/promises'
import t, { type Test } from 'tap'

/**
 * Runs test files one after the other in one process, which saves the start and the imports of each. The root `t` that a file
 * imports from tap stands for that file alone: its tests, hooks and teardowns end with the file.
 *
 * The runner sends a file's address and is answered with its outcome; when it disconnects, the process must end by itself.
 */
export interface Outcome {
  readonly ok: boolean
  readonly counts: Readonly<Record<'total' | 'pass' | 'fail' | 'skip' | 'todo', number>>
  /** TAP, of a file that failed */
  readonly output?: string
  readonly ms: number
  /** of this process and, on Linux, of those that the file started and that have ended */
  readonly cpuMs: number
}

/** Only what hangs takes so long; a machine with other work makes files take five times as long. */
const FILE_TIMEOUT_MS = 900_000
const FORWARDED = [
  'sub',
  'before',
  'beforeEach',
  'after',
  'afterEach',
  'teardown',
  'testdir',
  'setTimeout',
] as const

// As `runService` has it, with time for a machine with other work.
setDefaultAutoSelectFamilyAttemptTimeout(20_000)

let current: Test | undefined
for (const name of FORWARDED) {
  const own = t[name] as (...args: unknown[]) => unknown
  const forward = (...args: unknown[]): unknown =>
    current ? (current[name] as typeof own)(...args) : own.apply(t, args)
  Object.assign(t, { [name]: forward })
}

let output = ''
t.register()
t.pipe(
  new Writable({
    write(chunk, _encoding, written) {
      output += String(chunk)
      written()
    },
  }),
)
t.setTimeout(0)
// tap lets the channel go; without it a worker that waits for its next file would end.
process.channel?.ref()
process.once('exit', (code) => {
  if (code !== 0) process.stderr.write(output)
})

process.once('disconnect', () => setTimeout(sayWhatIsOpen, 10_000).unref())

process.on('message', (file: string) => void run(file).then((outcome) => process.send?.({ outcome })))

async function run(file: string): Promise<Outcome> {
  const began = performance.now()
  const cpuBefore = cpuMs()
  let counts = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
  const results = await t.test(file, { timeout: FILE_TIMEOUT_MS }, async (test) => {
    counts = test.counts
    current = test
    await import(file)
  })
  current = undefined
  const ok = results?.ok === true && counts.fail === 0 && counts.total > 0
  const { total, pass, fail, skip, todo } = counts
  const outcome = {
    ok,
    counts: { total, pass, fail, skip, todo },
    ...(!ok && { output }),
    ms: performance.now() - began,
    cpuMs: cpuMs() - cpuBefore,
  }
  output = ''
  return outcome
}

/** What keeps the process from ending by then was left open by one of its files; a loop shows where it starts its next timer. */
function sayWhatIsOpen(): void {
  process.stderr.write(`A worker cannot end: ${process.getActiveResourcesInfo().join(', ')}\n`)
  const places = new Set<string>()
  const watched = <Given extends unknown[], Started>(start: (...given: Given) => Started) =>
    Object.assign((...given: Given): Started => {
      const { stack = '' } = new Error('a timer was started')
      if (!places.has(stack)) process.stderr.write(`${stack}\n`)
      places.add(stack)
      return start(...given)
    }, start)
  const timeout = { setTimeout: watched(setTimeout) }
  Object.assign(globalThis, timeout)
  Object.assign(timers, timeout)
  Object.assign(promises, { setTimeout: watched(promises.setTimeout) })
  syncBuiltinESMExports()
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + endedProcessesMs()
}

/** The CPU of child processes that have ended, and of theirs: proc_pid_stat(5), fields 16 and 17, in hundredths of a second. */
function endedProcessesMs(): number {
  if (process.platform !== 'linux') return 0
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return (user + system) * 10
}
