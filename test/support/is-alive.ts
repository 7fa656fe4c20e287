import { readFileSync } from 'node:fs'

/** Whether a process runs. One that has ended may stay listed as a zombie if no process reaps orphans. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
