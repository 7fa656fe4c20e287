import { findSandbox, type Secrets } from './find-sandbox.js'
import type { Launch, ProgramApart } from './launches.js'
import type { Protection } from './protection.js'

interface SandboxOptions {
  /** what its processes are for, as the log calls it */
  readonly purpose: string
  readonly program: ProgramApart
  readonly kept: Secrets
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  /** aborts when it is not needed any more */
  readonly signal: AbortSignal
}

/** A sandbox that is being looked for, or has been found. */
interface OpenSandbox {
  readonly launch: Promise<Launch>
  /** undefined as long as it is being looked for */
  readonly protection: () => Protection | undefined
}

/** Looks for the best sandbox that this system has, and says in the log what it keeps processes from. */
export function openSandbox({ purpose, program, kept, log, signal }: SandboxOptions): OpenSandbox {
  let found: Protection | undefined
  const finding = findSandbox(program, kept, signal).then(({ launch, protection }) => {
    if (signal.aborted) return launch
    found = protection
    if (isWeak(protection))
      log.warn(
        { purpose, protection },
        'child processes are not kept from all that this service can reach; where user namespaces are allowed they are',
      )
    else log.info({ purpose, protection }, 'child processes reach nothing else')
    return launch
  })
  return { launch: finding, protection: () => found }
}

function isWeak({ network, files, environment }: Protection): boolean {
  return network === 'shared' || files === 'shared' || environment === 'exposed'
}
