import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { healthOf } from '../../harness/requests.js'

type Health = Awaited<ReturnType<typeof healthOf>>

/** Waits until something holds of the health; how long that took in seconds, or `undefined` when it did not come to it. */
export async function untilHealth(
  site: string,
  holds: (health: Health) => boolean,
  seconds: number,
): Promise<number | undefined> {
  const began = performance.now()
  while (performance.now() - began < seconds * 1_000) {
    if (holds(await healthOf(site))) return Math.round((performance.now() - began) / 100) / 10
    await delay(200)
  }
  return undefined
}

const EVERY_MS = 200

/**
 * Looks at a process and all that it has started, several times a second. Memory that is shared counts once. What the
 * process itself had taken before counts too: it may have done its work while it started.
 */
export function watchMemory(pid: number) {
  let peak = highWaterMark(pid)
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const sizes = await Promise.all((await familyOf(pid)).map(memoryOf))
    peak = Math.max(
      peak,
      sizes.reduce((sum, size) => sum + size, 0),
    )
  }
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, EVERY_MS)
  return {
    /** Stops looking; the most that they have taken together, in MiB. */
    stop(): number {
      clearInterval(timer)
      return Math.round(peak)
    },
  }
}

async function familyOf(pid: number): Promise<readonly number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

/** MiB; of pages that several processes share, a share. */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1_024
}

/** The most that a process has taken so far, in MiB. */
function highWaterMark(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}
