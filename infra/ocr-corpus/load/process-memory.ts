import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const LOOK_EVERY_MS = 250
const MB = 1024

/** The most that was seen at once, in megabytes of resident memory. */
export interface Peak {
  readonly service: number
  /** its recognition processes together */
  readonly recognition: number
  readonly processes: number
}

/** Watches a service and the processes that it starts, until the signal. */
export async function peakMemory(pid: number, until: AbortSignal): Promise<Peak> {
  let peak: Peak = { service: 0, recognition: 0, processes: 0 }
  while (!until.aborted) {
    const children = (await everyProcess()).filter(({ parent }) => parent === pid)
    const recognition = children.reduce((sum, child) => sum + child.megabytes, 0)
    peak = {
      service: Math.max(peak.service, (await processOf(pid))?.megabytes ?? 0),
      recognition: Math.max(peak.recognition, recognition),
      processes: Math.max(peak.processes, children.length),
    }
    await delay(LOOK_EVERY_MS, undefined, { signal: until }).catch(() => undefined)
  }
  return peak
}

interface Process {
  readonly parent: number
  readonly megabytes: number
}

async function everyProcess(): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  return (await Promise.all(pids.map(processOf))).flatMap((one) => one ?? [])
}

/** `undefined` when it has ended meanwhile. */
async function processOf(pid: number): Promise<Process | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  if (status === undefined) return undefined
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { parent: number('PPid'), megabytes: Math.round(number('VmRSS') / MB) }
}
