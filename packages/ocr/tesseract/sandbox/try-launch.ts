import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Launch } from './launches.js'
import { isProbeReport, type ProbeOrder, type ProbeReport } from './probe-report.js'
import { readingEnvironment } from './reading-environment.js'

const PROBE = fileURLToPath(new URL('./probe.js', import.meta.url))
const WITHIN_MS = 10_000

/**
 * Runs a probe in the place of a process that reads pages, while this process listens on a loopback address and keeps a file of its
 * own. `undefined`: nothing can be started so.
 */
export async function tryLaunch(
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
    env: readingEnvironment(launch),
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
