import { execFile } from 'node:child_process'

/** The most that npm prints here, in bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024

/** What an npm command printed. It may exit with a failure and have printed its result all the same. */
export interface Printed {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs npm in a folder and waits for its end. */
export function npm(folder: string, args: readonly string[]): Promise<Printed> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: folder, maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : 1
      resolve({ code: error === null ? 0 : code, stdout, stderr: stderr || String(error ?? '') })
    })
  })
}
