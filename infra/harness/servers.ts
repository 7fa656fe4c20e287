import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accepts, Child, freePort } from './child.js'

/** The environment in which nats-server is found: Debian puts it where only root looks. */
const natsEnv = { PATH: `${process.env.PATH}:/usr/sbin` }

/** Why nothing that needs NATS can run here, or undefined. */
export function withoutNats(): string | undefined {
  try {
    execFileSync('nats-server', ['--version'], { env: { ...process.env, ...natsEnv }, stdio: 'ignore' })
    return undefined
  } catch {
    return 'nats-server is not installed (Debian: apt-get install nats-server)'
  }
}

/** NATS with JetStream, which stores in a directory. */
export async function natsServer(directory: string): Promise<Child> {
  const [port, monitor] = [await freePort(), await freePort()]
  const address = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)]
  return new Child({
    name: 'nats-server',
    command: 'nats-server',
    env: natsEnv,
    args: [...address, '-js', '-sd', directory],
    url: `nats://127.0.0.1:${port}`,
    ready: `http://127.0.0.1:${monitor}/healthz`,
  })
}

/** The stand-in for EventStoreDB. @param file where it keeps its log; in memory unless given */
export async function standIn(file?: string): Promise<Child> {
  const port = await freePort()
  const kept = file === undefined ? [] : ['--file', file]
  return new Child({
    name: 'event store stand-in',
    args: ['test/dist/eventstoredb-wire/main.js', '--port', String(port), ...kept],
    url: `esdb://127.0.0.1:${port}?tls=false`,
    ready: () => accepts(port),
  })
}

/**
 * A directory for all that a run writes, to be removed with it. Others may pass through it, because under root PostgreSQL
 * runs as another user and keeps its files in here too.
 */
export async function newScratchDirectory(name: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), `ecmr-${name}-`))
  await chmod(directory, 0o711)
  return directory
}
