import { readFile, writeFile } from 'node:fs/promises'

/** What a process used while something was done. */
export interface ResourceUse {
  /** bytes that it held at once, at most */
  readonly peak: number
  /** milliseconds of processor time */
  readonly cpuMs: number
}

const MS_PER_TICK = 10

/**
 * Measures a process from outside, see proc(5). The peak is the kernel's own high-water mark of the resident set (VmHWM),
 * which no sampling can miss; it is set back to what the process holds at the start.
 */
export async function resourceUse(pid: number | undefined, work: () => Promise<void>): Promise<ResourceUse> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  const before = await cpuMs(pid)
  await work()
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return {
    peak: Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024,
    cpuMs: (await cpuMs(pid)) - before,
  }
}

/** In user mode and in the kernel: fields 14 and 15, counted from the end of the second, which may contain anything. */
async function cpuMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
