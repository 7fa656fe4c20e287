import type { NatsLook } from '@ecmr/broker/nats'
import { differenceFrom, type EventStore, postgresClock, referenceTime } from '@ecmr/event-store'
import { mailServer } from '@ecmr/mail'
import type { openPool } from '@ecmr/postgres'
import type { Config } from '@ecmr/runtime'
import { openObjectStorage } from '@ecmr/storage'
import { type Check, type Found, notChecked, ok, problem, warning } from './finding.js'

const GIB = 1024 ** 3
const MOST_MS = 5_000
const NOTICEABLE_MS = 1_000
const NEARLY_FULL = 0.8
const CLUSTER = 3

/** The log, and the clock by which its events are stamped. */
export const checksOfLog = (
  pool: ReturnType<typeof openPool>,
  openStore: () => Promise<EventStore>,
): readonly Check[] => [
  {
    name: 'clock',
    otherwise: 'Check that PostgreSQL answers.',
    async look() {
      const monotonic = (): number => performance.now()
      const reading = await postgresClock(pool).ask(monotonic)
      return clock(differenceFrom(referenceTime(reading), Date.now(), monotonic()))
    },
  },
  {
    name: 'event log',
    otherwise: 'Check EVENT_STORE and EVENTSTOREDB_URL, and that the event store runs.',
    async look() {
      const store = await openStore()
      await store.head()
      await store.probeWrites?.()
      const version = await store.serverVersion?.()
      return ok(
        version === undefined
          ? 'The event log in PostgreSQL takes events.'
          : `EventStoreDB ${version} takes events.`,
      )
    },
  },
]

/** @param ms by how much this machine is ahead of PostgreSQL */
export function clock(ms: number): Found {
  const off = Math.abs(ms)
  if (off <= NOTICEABLE_MS) return ok('The clock of this machine agrees with that of PostgreSQL.')
  const says = `The clock of this machine is ${(off / 1_000).toFixed(1)} s ${ms > 0 ? 'ahead of' : 'behind'} that of PostgreSQL.`
  const todo = 'Set both by NTP; with more than 5 s between them nothing is recorded.'
  return off > MOST_MS ? problem(says, todo) : warning(says, todo)
}

/** Servers that the configuration may name or not. */
export const checksOfServers = (config: Config): readonly Check[] => [
  {
    name: 'broker',
    otherwise: 'Check NATS_URL, and that nats-server runs with JetStream.',
    look: async () =>
      config.natsServers === undefined
        ? ok('Events stay in the process; NATS_URL is not set.')
        : broker(config.natsServers),
  },
  {
    name: 'document storage',
    otherwise: 'Check STORAGE, S3_* and DATA_DIR, and that the services may write there.',
    async look() {
      await openObjectStorage(config.storage).check()
      return ok(`Documents can be read from the ${config.storage.kind} storage.`)
    },
  },
  {
    name: 'mail',
    otherwise: 'Check SMTP_URL, its user and its password.',
    look: async () =>
      config.mail === undefined
        ? warning(
            'No mail is sent: neither notices nor links for new passwords.',
            'Set SMTP_URL and MAIL_FROM, unless that is intended.',
          )
        : mail(config.mail),
  },
]

async function mail(source: NonNullable<Config['mail']>): Promise<Found> {
  const server = mailServer(source)
  try {
    await server.check()
    return ok('The mail server lets us log in.')
  } finally {
    server.close()
  }
}

async function broker(servers: readonly string[]): Promise<readonly Found[]> {
  const { lookAtNats } = await import('@ecmr/broker/nats')
  return aboutBroker(servers.length, await lookAtNats(servers, new AbortController().signal))
}

/** @param servers how many the configuration names */
export function aboutBroker(
  servers: number,
  { where, version, storage, events }: NatsLook,
): readonly Found[] {
  if (isNearlyFull(storage))
    return [
      problem(
        `JetStream at ${where} uses ${gib(storage.used)} of ${gib(storage.most)} GiB.`,
        'Raise its max_file_store: a full one takes no events.',
      ),
    ]
  if (events === undefined)
    return [notChecked(`NATS ${version} at ${where} has no streams yet; the relay creates them.`)]
  const { name, messages, bytes, mostBytes, mostMessages, replicas } = events
  if (isNearlyFull({ used: bytes, most: mostBytes }) || isNearlyFull({ used: messages, most: mostMessages }))
    return [
      problem(
        `The stream ${name} holds ${messages} events, near its limits.`,
        'See whether the notifiers run; else raise max_bytes and max_msgs of the stream.',
      ),
    ]
  if (servers >= CLUSTER && replicas < CLUSTER)
    return [
      warning(
        `The stream ${name} has ${replicas} replica, although NATS_URL names a cluster.`,
        `Run "nats stream edit ${name} --replicas ${CLUSTER}".`,
      ),
    ]
  const room = storage.most > 0 ? ` JetStream uses ${gib(storage.used)} of ${gib(storage.most)} GiB.` : ''
  return [ok(`NATS ${version} at ${where}; ${messages} events wait for the notifiers.${room}`)]
}

/** A limit of 0 or below is none. */
const isNearlyFull = ({ used, most }: { readonly used: number; readonly most: number }): boolean =>
  most > 0 && used >= most * NEARLY_FULL

const gib = (bytes: number): string => (bytes / GIB).toFixed(1)
