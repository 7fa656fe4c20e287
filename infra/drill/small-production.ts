import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { type Child, childOn, measured, untilReady } from '../harness/child.js'
import type { Environment } from '../harness/operator.js'
import { natsServers, standIn } from '../harness/servers.js'
import { answersQueries, killPostgres } from './postgres.js'
import { SETTINGS } from './service.js'

export type Role = 'api' | 'documents' | 'mcp' | 'panel' | 'projector' | 'relay' | 'notifier'

/** Which processes take part. */
export interface Casting {
  readonly eventStore: 'eventstoredb' | 'postgres'
  /** a role for each process */
  readonly services: readonly Role[]
  /** servers of NATS; one unless given */
  readonly brokers?: number
}

/** Two of every service, and EventStoreDB. */
export const fullCast: Casting = {
  eventStore: 'eventstoredb',
  services: ['api', 'api', 'projector', 'projector', 'relay', 'relay', 'notifier', 'notifier'],
}

/** The program of a release. */
export interface Release {
  readonly checkout: string
  /** arguments for Node itself */
  readonly node?: readonly string[]
}

/** One of our processes that takes part. */
export interface Player {
  readonly role: Role
  readonly metricsUrl: string
  readonly child: Child
  /** The same process of another release, at the same address; not started. */
  from(release: Release): Promise<Child>
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
 * @param release whose services they are, unless they are those that are measured
 */
export async function startCast(
  directory: string,
  casting: Casting,
  extra: Environment,
  release: Release = { checkout: measured },
) {
  const dataDir = join(directory, 'postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '300' } })
  const brokers = await natsServers(join(directory, 'nats'), casting.brokers ?? 1)
  const store =
    casting.eventStore === 'postgres' ? undefined : await standIn(join(directory, 'eventstoredb.log'))
  const environment = {
    ...SETTINGS,
    NATS_URL: brokers.map(({ child }) => child.url).join(','),
    EVENT_STORE: casting.eventStore,
    ...(store && { EVENTSTOREDB_URL: store.url }),
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a key that only this drill ever uses, and never again',
    ...extra,
  }
  const players = await playersOf(casting, environment, release)
  const nats = brokers.map(({ child }) => child)
  const servers = store ? [store, ...nats] : nats
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
    brokers,
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

async function playersOf(
  { services }: Casting,
  environment: Environment,
  release: Release,
): Promise<readonly Player[]> {
  const players: Player[] = []
  for (const role of services) {
    const [port, metrics] = [await freePort(), String(await freePort())]
    const nth = players.filter((player) => player.role === role).length + 1
    const from = ({ checkout, node = [] }: Release): Promise<Child> => {
      const name = `${role} ${nth}`
      const script = `services/${role}/dist/main.js`
      const env = { ...environment, METRICS_PORT: metrics }
      return childOn({ name, script, env, path: '/readyz', checkout, node }, port)
    }
    const metricsUrl = `http://127.0.0.1:${metrics}/metrics`
    players.push({ role, metricsUrl, child: await from(release), from })
  }
  return players
}
