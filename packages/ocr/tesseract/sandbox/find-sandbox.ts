import type { Launch } from './launches.js'
import { launches } from './launches.js'
import type { ProbeReport } from './probe-report.js'
import { type ReadingProtection, unprotected } from './reading-protection.js'
import { tryLaunch } from './try-launch.js'

/** How processes that read pages are started, and what that keeps them from. */
export interface Sandbox {
  readonly launch: Launch
  readonly protection: ReadingProtection
}

/** What such processes should have no part in. */
export interface Kept {
  /** files and directories with secrets */
  readonly files: readonly string[]
  /** the names of environment variables that hold secrets */
  readonly secretNames: readonly string[]
}

/**
 * Finds the best way to start the program `entry` apart from everything else that works here, by trying: a probe in its place looks at
 * what it can reach.
 *
 * @param signal aborts when it is not needed any more: then there is none
 * @param candidates from the best to the last resort, other than those of this system
 */
export async function findSandbox(
  entry: string,
  kept: Kept,
  signal: AbortSignal,
  candidates: readonly Launch[] = launches(entry),
): Promise<Sandbox> {
  for (const launch of candidates) {
    if (signal.aborted) break
    const report = await tryLaunch(launch, kept, signal).catch(() => undefined)
    if (report !== undefined) return { launch, protection: protectionOf(launch, report) }
  }
  return { launch: [], protection: unprotected }
}

function protectionOf(launch: Launch, report: ProbeReport): ReadingProtection {
  const { reachesNetwork, readsFiles, readsEnvironments, readsSecrets } = report
  return {
    network: reachesNetwork ? 'shared' : 'none',
    user: userOf(launch, report),
    files: readsFiles ? 'shared' : 'own',
    environment: readsSecrets ? 'exposed' : readsEnvironments ? 'clean' : 'hidden',
  }
}

function userOf(launch: Launch, { uid }: ProbeReport): ReadingProtection['user'] {
  if (launch.includes('--user')) return 'namespace'
  return uid === process.getuid?.() ? 'shared' : 'separate'
}
