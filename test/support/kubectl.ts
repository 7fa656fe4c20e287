import { execFileSync } from 'node:child_process'
import { install } from '#harness/debian-package'

const PROGRAM = 'kubectl'
const PACKAGE = 'kubernetes-client'
/** The first with patches for several objects at once, and components. */
const LEAST_KUSTOMIZE = 4

/** Why there is no kubectl here that renders our files, or false: for the `skip` option of a test. */
export const withoutKubectl: string | false =
  kustomizeOf() < LEAST_KUSTOMIZE &&
  `${PROGRAM} 1.22 or newer is not installed (Debian 13: apt-get install ${PACKAGE}) and could not be`

export function bringKubectl(): void {
  if (kustomizeOf() === 0) install(PROGRAM, [PACKAGE])
}

/** What `kubectl kustomize` makes of a folder: YAML. */
export function rendered(folder: string): string {
  return execFileSync(PROGRAM, ['kustomize', folder], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** The major version of its Kustomize; 0: there is no kubectl, or one that does not say. */
function kustomizeOf(): number {
  try {
    const says = execFileSync(PROGRAM, ['version', '--client'], { encoding: 'utf8', stdio: 'pipe' })
    return Number(/Kustomize Version: v(\d+)/.exec(says)?.[1] ?? 0)
  } catch {
    return 0
  }
}
