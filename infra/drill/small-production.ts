import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { accepts, freePort } from '../../harness/child.js'
import { natsEnv } from '../../harness/nats-server.js'
import type { Environment } from '../operator.js'
import { answersQueries, killPostgres } from '../postgres.js'
import { Actor, type Part, untilReady } from './program.js'

type Role = 'api' | 'projector' | 'relay' | 'notifier'

/** Who takes part. */
interface Casting {
  readonly eventStore: 'eventstoredb' | 'postgres'
  /** a role for each process */
  readonly services: readonly Role[]
}

/** Two of every service, and EventStoreDB. */
export const fullCast: Casting = {
  eventStore: 'eventstoredb',
  services: ['api', 'api', 'projector', 'projector', 'relay', 'relay', 'notifier', 'notifier'],
}

/** One of our processes that takes part. */
export interface Player {
  readonly role: Role
  readonly url: string
  readonly metricsUrl: string
  readonly actor: Actor
}

/** Something that can be killed, and comes back. */
interface Victim {
  readonly name: string
  kill(): Promise<void>
  /** starts it again */
  revive(): void
}

/** A production in small. */
export interface Cast {
  /** in the order in which they are killed */
  readonly victims: readonly Victim[]
  readonly players: readonly Player[]
  /** where customers call */
  readonly apis: readonly string[]
  readonly databaseUrl: string
  /** the configuration that all of them share, for the operator's commands */
  readonly environment: Environment
  /** Waits until all of them work; returns how long that took, in milliseconds. */
  untilReady(): Promise<number>
  stop(): Promise<void>
}

const STAND_IN = 'test/dist/eventstoredb-wire/main.js'
const SECRET_KEY = 'a key that only this drill ever uses, and never again'
const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '100000000',
  WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,2s,5s,10s,20s,30s',
}

/**
 * Starts services on PostgreSQL, nats-server and, if it is wanted, the stand-in for EventStoreDB.
 *
 * @param directory what the servers write lies in it
 * @param extra settings laid over those of the services
 */
export async function startCast(directory: string, casting: Casting, extra: Environment): Promise<Cast> {
  const dataDir = join(directory, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const { servers, settings } = await startableServers(directory, casting)
  const environment = { ...settings, DATABASE_URL: postgres.url, SECRET_KEY, ...SETTINGS, ...extra }
  const players = await playersOf(casting, environment)
  const actors = [...servers, ...players.map(({ actor }) => actor)]
  for (const actor of actors) actor.start()
  const database = { name: 'PostgreSQL', isReady: () => answersQueries(postgres.url), output: '' }
  return {
    victims: [
      ...actors.map(asVictim),
      { ...database, kill: () => killPostgres(dataDir), revive: () => undefined },
    ],
    players,
    apis: players.filter(({ role }) => role === 'api').map(({ url }) => url),
    databaseUrl: postgres.url,
    environment,
    untilReady: () => untilReady([database, ...actors]),
    async stop() {
      await Promise.all(players.map(({ actor }) => actor.stop()))
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
    },
  }
}

/** The servers beside PostgreSQL, and where services find them. */
async function startableServers(directory: string, { eventStore }: Casting) {
  const natsPort = await freePort()
  const nats = new Actor(await natsServer(natsPort, join(directory, 'nats')))
  const settings = { NATS_URL: `nats://127.0.0.1:${natsPort}`, EVENT_STORE: eventStore }
  if (eventStore === 'postgres') return { servers: [nats], settings }
  const port = await freePort()
  const store = new Actor(standIn(port, join(directory, 'eventstoredb.log')))
  const url = { EVENTSTOREDB_URL: `esdb://127.0.0.1:${port}?tls=false` }
  return { servers: [store, nats], settings: { ...settings, ...url } }
}

async function playersOf({ services }: Casting, environment: Environment): Promise<readonly Player[]> {
  const players: Player[] = []
  for (const role of services) {
    const [port, metrics] = [await freePort(), await freePort()]
    const nth = players.filter((player) => player.role === role).length + 1
    const actor = new Actor(service(role, nth, { port, metrics }, environment))
    const metricsUrl = `http://127.0.0.1:${metrics}/metrics`
    players.push({ role, url: `http://127.0.0.1:${port}`, metricsUrl, actor })
  }
  return players
}

function asVictim(actor: Actor): Victim {
  return { name: actor.name, kill: () => actor.kill(), revive: () => actor.start() }
}

function standIn(port: number, file: string): Part {
  return {
    name: 'event store stand-in',
    command: process.execPath,
    args: [STAND_IN, '--port', String(port), '--file', file],
    isReady: () => accepts(port),
  }
}

async function natsServer(port: number, directory: string): Promise<Part> {
  const monitor = await freePort()
  const address = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor)]
  return {
    name: 'nats-server',
    command: 'nats-server',
    env: { PATH: natsEnv.PATH },
    args: [...address, '-js', '-sd', directory],
    isReady: () => answersOk(`http://127.0.0.1:${monitor}/healthz`),
  }
}

function service(
  name: Role,
  n: number,
  { port, metrics }: { readonly port: number; readonly metrics: number },
  environment: Environment,
): Part {
  return {
    name: `${name} ${n}`,
    command: process.execPath,
    args: [`services/${name}/dist/main.js`],
    env: { ...environment, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: String(metrics) },
    isReady: () => answersOk(`http://127.0.0.1:${port}/readyz`),
  }
}

async function answersOk(url: string): Promise<boolean> {
  return (await fetch(url)).ok
}
