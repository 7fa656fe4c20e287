import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { accepts, freePort } from '../../harness/child.js'
import { natsEnv } from '../../harness/nats-server.js'
import type { Environment } from '../aftermath.js'
import { answersQueries, killPostgres } from '../postgres.js'
import { Actor, type Part, untilReady } from './actor.js'

/** Something that can be killed, and comes back. */
export interface Victim {
  readonly name: string
  kill(): Promise<void>
  /** starts it again */
  revive(): void
}

/** Every process of a production in small. */
export interface Cast {
  /** in the order in which they are killed */
  readonly victims: readonly Victim[]
  /** where customers call */
  readonly apis: readonly string[]
  /** the configuration that all of them share, for the operator's commands */
  readonly environment: Environment
  /** Waits until all of them work; returns how long that took, in milliseconds. */
  untilReady(): Promise<number>
  stop(): Promise<void>
}

const STAND_IN = 'test/dist/eventstoredb-wire/main.js'
const SECRET_KEY = 'a key that only this drill ever uses, and never again'

/**
 * Starts two api, two projectors, two relays and two notifiers on the stand-in for EventStoreDB, nats-server and
 * PostgreSQL.
 *
 * @param directory what the servers write lies in it
 * @param extra settings laid over those of the services
 */
export async function startCast(directory: string, extra: Environment): Promise<Cast> {
  const dataDir = join(directory, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const [eventStorePort, natsPort] = [await freePort(), await freePort()]
  const environment: Environment = {
    DATABASE_URL: postgres.url,
    EVENT_STORE: 'eventstoredb',
    EVENTSTOREDB_URL: `esdb://127.0.0.1:${eventStorePort}?tls=false`,
    NATS_URL: `nats://127.0.0.1:${natsPort}`,
    SECRET_KEY,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '100000000',
    WEBHOOK_RETRY_SCHEDULE: '0s,0.2s,1s,2s,5s,10s,20s,30s',
    ...extra,
  }
  const eventStore = new Actor(standIn(eventStorePort, join(directory, 'eventstoredb.log')))
  const nats = new Actor(await natsServer(natsPort, join(directory, 'nats')))
  const services: Actor[] = []
  const apis: string[] = []
  for (const name of ['api', 'projector', 'relay', 'notifier']) {
    for (const n of [1, 2]) {
      const port = await freePort()
      if (name === 'api') apis.push(`http://127.0.0.1:${port}`)
      services.push(new Actor(service(name, n, port, environment)))
    }
  }
  const actors = [eventStore, nats, ...services]
  for (const actor of actors) actor.start()
  const database = {
    name: 'PostgreSQL',
    isReady: () => answersQueries(postgres.url),
    output: '',
  }
  return {
    victims: [
      ...actors.map(asVictim),
      { ...database, kill: () => killPostgres(dataDir), revive: () => undefined },
    ],
    apis,
    environment,
    untilReady: () => untilReady([database, ...actors]),
    async stop() {
      await Promise.all(services.map((actor) => actor.stop()))
      await Promise.all([nats.stop(), eventStore.stop()])
      await postgres.stop()
    },
  }
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

function service(name: string, n: number, port: number, environment: Environment): Part {
  return {
    name: `${name} ${n}`,
    command: process.execPath,
    args: [`services/${name}/dist/main.js`],
    env: { ...environment, HOST: '127.0.0.1', PORT: String(port) },
    isReady: () => answersOk(`http://127.0.0.1:${port}/readyz`),
  }
}

async function answersOk(url: string): Promise<boolean> {
  return (await fetch(url)).ok
}
