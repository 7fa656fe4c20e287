import { mkdir, writeFile } from 'node:fs/promises'
import { countOwnTime, holdsMoreThan } from '@ecmr/process-pool'
import t, { type Test } from 'tap'
import { folder } from './obedient-pool.js'

const pid = 7

/** A machine that tells how long the threads of a process have waited for a processor, ms. */
async function machine(t: Test) {
  const { file } = await folder(t)
  const tell = async (thread: string, waited: number): Promise<void> => {
    await mkdir(file(`${pid}/task/${thread}`), { recursive: true })
    await writeFile(file(`${pid}/task/${thread}/schedstat`), `123 ${waited * 1e6} 45\n`)
  }
  /** makes a process a child of the one that is counted */
  const start = (child: number): Promise<void> => writeFile(file(`${pid}/task/7/children`), `${child} `)
  const tellChild = async (child: number, waited: number): Promise<void> => {
    await mkdir(file(`${child}/task/${child}`), { recursive: true })
    await writeFile(file(`${child}/task/${child}/children`), '')
    await writeFile(file(`${child}/task/${child}/schedstat`), `123 ${waited * 1e6} 45\n`)
  }
  return { proc: file('.'), tell, start, tellChild }
}

/** Long enough that what a test tells meanwhile comes in time. */
const OWN_MS = 500

/** How long it takes until the time is over, ms. */
function counted(proc: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    countOwnTime({ pid, ms: OWN_MS, proc }, () => resolve(performance.now() - started))
  })
}

t.test('a process that waits for a processor has the time for it besides', async (t) => {
  const { proc, tell } = await machine(t)
  await tell('7', 1000)
  await tell('8', 1000)
  const over = counted(proc)
  await tell('7', 1100)
  await tell('8', 1050)
  const ms = await over
  t.ok(ms >= OWN_MS + 99)
})

t.test('a process that waits for nothing, or without statistics, has only its own time', async (t) => {
  const { proc, tell } = await machine(t)
  t.ok((await counted(proc)) >= OWN_MS - 1)
  await tell('7', 1000)
  const stop = countOwnTime({ pid, ms: 1, proc }, () => t.fail('a stopped count never runs out'))
  stop()
  t.ok((await counted(proc)) < 10_000)
})

t.test('a program that it runs has the time for which it waits besides', async (t) => {
  const { proc, tell, start, tellChild } = await machine(t)
  await tell('7', 0)
  await start(8)
  await tellChild(8, 500)
  const over = counted(proc)
  await tellChild(8, 600)
  t.ok((await over) >= OWN_MS + 99)
})

t.test('memory that a process shares with a program that it is just starting counts once', async (t) => {
  const { file } = await folder(t)
  const proc = file('.')
  const MB = 1024
  const tell = async (process: number, name: string, line: string): Promise<void> => {
    await mkdir(file(`${process}/task/${process}`), { recursive: true })
    await writeFile(file(`${process}/task/${process}/children`), process === pid ? '8 ' : '')
    await writeFile(file(`${process}/${name}`), `Name:\tx\n${line} kB\n`)
  }
  for (const process of [pid, 8]) await tell(process, 'status', `VmRSS:\t${300 * MB}`)
  const isOver = (megabytes: number): boolean => holdsMoreThan(megabytes * MB * 1024, pid, proc)
  t.ok(isOver(400), 'where the system does not say what is shared, all counts')
  for (const process of [pid, 8]) await tell(process, 'smaps_rollup', `Pss:\t${160 * MB}`)
  t.notOk(isOver(400))
  t.ok(isOver(319))
  t.notOk(holdsMoreThan(1, 9, proc), 'a process that is gone')
})
