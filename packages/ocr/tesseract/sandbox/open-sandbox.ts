import type { ReadingLog } from '../../open-document-reader.js'
import { PAGE_PROGRAM } from '../pool/open-page-pool.js'
import { findSandbox, type Kept } from './find-sandbox.js'
import type { Launch } from './launches.js'
import type { ReadingProtection } from './reading-protection.js'

/** A sandbox that is being looked for, or has been found. */
interface OpenSandbox {
  readonly launch: Promise<Launch>
  /** undefined as long as it is being looked for */
  readonly protection: () => ReadingProtection | undefined
}

const WEAK =
  'the processes that read pages are not kept from all that this service can reach; where user namespaces are allowed, or with a service of their own for reading, they are'

/** Looks for the best sandbox that this system has, and says in the log what it keeps from the processes that read pages. */
export function openSandbox(options: {
  readonly kept: Kept
  readonly log: ReadingLog
  readonly signal: AbortSignal
}): OpenSandbox {
  const { kept, log, signal } = options
  let found: ReadingProtection | undefined
  const finding = findSandbox(PAGE_PROGRAM, kept, signal).then(({ launch, protection }) => {
    if (signal.aborted) return launch
    found = protection
    const { network, files, environment } = protection
    const isWeak = network === 'shared' || files === 'shared' || environment === 'exposed'
    if (isWeak) log.warn({ reading: protection }, WEAK)
    else log.info({ reading: protection }, 'pages are read by processes that reach nothing else')
    return launch
  })
  return { launch: finding, protection: () => found }
}
