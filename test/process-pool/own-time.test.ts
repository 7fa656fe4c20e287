import { mkdir, writeFile } from 'node:fs/promises'
import { countOwnTime } from '@ecmr/process-pool'
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

/** How long it takes until the time is over, ms. */
function counted(proc: string): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    countOwnTime({ pid, ms: 50, proc }, () => resolve(performance.now() - started))
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
  t.ok(ms >= 149)
})

t.test('a process that waits for nothing, or without statistics, has only its own time', async (t) => {
  const { proc, tell } = await machine(t)
  t.ok((await counted(proc)) >= 49)
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
  t.ok((await over) >= 149)
})
