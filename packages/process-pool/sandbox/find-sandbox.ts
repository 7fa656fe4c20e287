import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment, type Launch, launches, type ProgramApart } from './launches.js'
import { type Protection, unprotected } from './protection.js'

/** What a probe is to try. */
export interface ProbeOrder {
  /** on which this machine's loopback address is listened to */
  readonly port: number
  /** files and directories that it should not be able to read */
  readonly files: readonly string[]
  /** the names of variables that hold secrets */
  readonly secretNames: readonly string[]
  /** modules that it should be able to load */
  readonly natives: readonly string[]
}

/** What a probe could do. */
export interface ProbeReport {
  readonly uid: number
  readonly reachesNetwork: boolean
  readonly readsFiles: boolean
  /** of the processes that started it, one after the other */
  readonly readsEnvironments: boolean
  /** one of those environments holds a secret */
  readonly readsSecrets: boolean
}

function isProbeReport(value: unknown): value is ProbeReport {
  if (typeof value !== 'object' || value === null) return false
  const names = ['reachesNetwork', 'readsFiles', 'readsEnvironments', 'readsSecrets']
  return 'uid' in value && names.every((name) => typeof Reflect.get(value, name) === 'boolean')
}

const PROBE = fileURLToPath(new URL('./probe.js', import.meta.url))
/** Long enough for a machine that is busy or was frozen: one that is late would be protected less than it could be. */
const WITHIN_MS = 60_000

/**
 * Runs a probe in the place of such a process, while this process listens on a loopback address and keeps a file of its
 * own. `undefined`: nothing can be started so.
 */
async function tryLaunch(
  launch: Launch,
  order: Omit<ProbeOrder, 'port'>,
  signal: AbortSignal,
): Promise<ProbeReport | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'ecmr-probe-'))
  const server = createServer((socket) => void socket.on('error', () => undefined).end())
  try {
    const canary = join(folder, 'canary')
    await writeFile(canary, 'readable', { mode: 0o600 })
    await once(server.listen({ host: '127.0.0.1', port: 0 }), 'listening')
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    return await reportOf(launch, { ...order, files: [canary, ...order.files], port }, signal)
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function reportOf(launch: Launch, order: ProbeOrder, signal: AbortSignal): Promise<ProbeReport | undefined> {
  const [program = process.execPath, ...args] = [...launch, process.execPath, PROBE, JSON.stringify(order)]
  const options = {
    env: childEnvironment(launch),
    timeout: WITHIN_MS,
    signal,
    killSignal: 'SIGKILL',
  } as const
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout) => {
      resolve(error === null ? parsed(stdout) : undefined)
    })
  })
}

function parsed(text: string): ProbeReport | undefined {
  try {
    const report: unknown = JSON.parse(text)
    return isProbeReport(report) ? report : undefined
  } catch {
    return undefined
  }
}

/** How processes are started, and what that keeps them from. */
interface Sandbox {
  readonly launch: Launch
  readonly protection: Protection
}

/** What such processes should have no part in. */
export interface Secrets {
  /** files and directories with secrets */
  readonly files: readonly string[]
  /** the names of environment variables that hold secrets */
  readonly secretNames: readonly string[]
}

/**
 * Finds the best way to start a program apart from everything else that works here, by trying: a probe in its place looks at
 * what it can reach.
 *
 * @param signal aborts when it is not needed any more: then there is none
 * @param candidates from the best to the last resort, other than those of this system
 */
export async function findSandbox(
  program: ProgramApart,
  kept: Secrets,
  signal: AbortSignal,
  candidates: readonly Launch[] = launches(program),
): Promise<Sandbox> {
  for (const launch of candidates) {
    if (signal.aborted) break
    const report = await tryLaunch(launch, { ...kept, natives: program.natives }, signal).catch(
      () => undefined,
    )
    if (report !== undefined) return { launch, protection: protectionOf(launch, report) }
  }
  return { launch: [], protection: unprotected }
}

function protectionOf(launch: Launch, report: ProbeReport): Protection {
  const { reachesNetwork, readsFiles, readsEnvironments, readsSecrets } = report
  return {
    network: reachesNetwork ? 'shared' : 'none',
    user: userOf(launch, report),
    files: readsFiles ? 'shared' : 'own',
    environment: readsSecrets ? 'exposed' : readsEnvironments ? 'clean' : 'hidden',
  }
}

function userOf(launch: Launch, { uid }: ProbeReport): Protection['user'] {
  if (launch.includes('--user')) return 'namespace'
  return uid === process.getuid?.() ? 'shared' : 'separate'
}
