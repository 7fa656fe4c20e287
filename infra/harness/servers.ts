import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import { accepts, Child } from './child.js'

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

/** A server of NATS, and where it tells about itself. */
export interface NatsServer {
  readonly child: Child
  readonly monitor: string
}

/** NATS with JetStream, which stores in a directory. */
export async function natsServer(directory: string): Promise<Child> {
  const [only] = await natsServers(directory, 1)
  if (only === undefined) throw new Error('there is no server')
  return only.child
}

/** Several servers of NATS, which are a cluster if they are more than one. */
export async function natsServers(directory: string, count: number): Promise<readonly NatsServer[]> {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`)
  const servers: NatsServer[] = []
  for (const [index, route] of routes.entries()) {
    const name = count === 1 ? 'nats-server' : `nats-server ${index + 1}`
    const clustered =
      count === 1
        ? []
        : ['--name', name, '--cluster_name', 'ecmr', '--cluster', route, '--routes', routes.join(',')]
    servers.push(await oneNatsServer(name, join(directory, String(index + 1)), clustered))
  }
  return servers
}

async function oneNatsServer(
  name: string,
  directory: string,
  clustered: readonly string[],
): Promise<NatsServer> {
  const [port, monitorPort] = [await freePort(), await freePort()]
  const monitor = `http://127.0.0.1:${monitorPort}`
  const address = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitorPort)]
  const child = new Child({
    name,
    command: 'nats-server',
    env: natsEnv,
    args: [...address, '-js', '-sd', directory, ...clustered],
    url: `nats://127.0.0.1:${port}`,
    ready: `${monitor}/healthz`,
  })
  return { child, monitor }
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
