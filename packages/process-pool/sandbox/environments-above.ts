import { readFileSync } from 'node:fs'

/**
 * The environments of the processes that started this one, its parent first, as far as they can be read. Linux only.
 *
 * @param proc where the system lists processes
 */
export function environmentsAbove(proc = '/proc'): readonly string[] {
  const found: string[] = []
  for (let pid = process.ppid; pid > 0; pid = parentOf(pid, proc)) {
    const environment = contentOf(`${proc}/${pid}/environ`)
    if (environment !== undefined) found.push(environment)
  }
  return found
}

/** Whether one of these variables has a value in such an environment. */
export function holdsOneOf(names: readonly string[], environment: string): boolean {
  return environment
    .split('\0')
    .some((entry) => names.some((name) => entry.startsWith(`${name}=`) && entry !== `${name}=`))
}

function parentOf(pid: number, proc: string): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(contentOf(`${proc}/${pid}/status`) ?? '')?.[1] ?? 0)
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
