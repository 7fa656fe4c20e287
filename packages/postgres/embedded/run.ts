import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Who the server runs as when that is not the user of this process. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/**
 * Runs a program to its end, from the root directory, which every user may enter. Returns its standard output.
 *
 * @throws with its standard error as message when it fails, or with the system's when it cannot be started
 */
export async function run(program: string, args: readonly string[], user?: ServerUser): Promise<string> {
  const child = spawn(program, args, {
    ...user,
    cwd: '/',
    env: serverEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(errors.trim() || `${program} ended with ${code}`)
  return output.trim()
}

/** PG… variables of the operator are meant for other servers, and localised messages could not be recognised. */
export function serverEnv(): Record<string, string> {
  return { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
