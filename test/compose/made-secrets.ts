import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ROOT } from './compose-file.js'

/** Where the secrets are, made as the README says, and how to make them once more. */
export async function madeSecrets(t: Test): Promise<{ readonly dir: string; again(): void }> {
  const dir = t.testdir()
  const script = join(dir, 'create-secrets.sh')
  await cp(join(ROOT, 'infra/containers/create-secrets.sh'), script)
  const again = (): void => void execFileSync(script)
  again()
  return { dir: join(dir, 'secrets'), again }
}
