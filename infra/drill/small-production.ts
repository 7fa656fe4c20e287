import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { type Child, childOn, freePort, untilReady } from '../harness/child.js'
import type { Environment } from '../harness/operator.js'
import { natsServer, standIn } from '../harness/servers.js'
import { answersQueries, killPostgres } from './postgres.js'
import { SETTINGS } from './service.js'

type Role = 'api' | 'documents' | 'projector' | 'relay' | 'notifier'

/** Which processes take part. */
export interface Casting {
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
  readonly metricsUrl: string
  readonly child: Child
}

/** What a drill kills. */
export interface Victim {
  readonly name: string
  kill(): Promise<unknown>
  revive(): void | Promise<void>
}

/** A production in small. */
export type Cast = Awaited<ReturnType<typeof startCast>>

/**
 * Starts services on PostgreSQL, nats-server and, if it is wanted, the stand-in for EventStoreDB.
 *
 * @param directory what the servers write lies in it
 * @param extra settings laid over those of the services
 */
export async function startCast(directory: string, casting: Casting, extra: Environment) {
  const dataDir = join(directory, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const nats = await natsServer(join(directory, 'nats'))
  const store =
    casting.eventStore === 'postgres' ? undefined : await standIn(join(directory, 'eventstoredb.log'))
  const environment = {
    ...SETTINGS,
    NATS_URL: nats.url,
    EVENT_STORE: casting.eventStore,
    ...(store && { EVENTSTOREDB_URL: store.url }),
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a key that only this drill ever uses, and never again',
    ...extra,
  }
  const players = await playersOf(casting, environment)
  const servers = store ? [store, nats] : [nats]
  const children = [...servers, ...players.map(({ child }) => child)]
  for (const child of children) child.start()
  const database = { name: 'PostgreSQL', isReady: () => answersQueries(postgres.url), output: () => '' }
  return {
    victims: {
      database: { name: database.name, kill: () => killPostgres(dataDir), revive: () => undefined },
      others: children.map((child) => ({
        name: child.name,
        kill: () => child.stop('SIGKILL'),
        revive: () => child.start(),
      })),
    } satisfies { readonly database: Victim; readonly others: readonly Victim[] },
    players,
    /** where customers call */
    apis: players.filter(({ role }) => role === 'api').map(({ child }) => child.url),
    databaseUrl: postgres.url,
    /** the configuration that all of them share, for the operator's commands */
    environment,
    /** Waits until all of them work; returns how long that took, in milliseconds. */
    untilReady: () => untilReady([database, ...children]),
    async stop(): Promise<void> {
      await Promise.all(players.map(({ child }) => child.stop()))
      await Promise.all(servers.map((server) => server.stop()))
      await postgres.stop()
    },
  }
}

async function playersOf({ services }: Casting, environment: Environment): Promise<readonly Player[]> {
  const players: Player[] = []
  for (const role of services) {
    const metrics = String(await freePort())
    const nth = players.filter((player) => player.role === role).length + 1
    const child = await childOn({
      name: `${role} ${nth}`,
      script: `services/${role}/dist/main.js`,
      env: { ...environment, METRICS_PORT: metrics },
      path: '/readyz',
    })
    players.push({ role, metricsUrl: `http://127.0.0.1:${metrics}/metrics`, child })
  }
  return players
}
