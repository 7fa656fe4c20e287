import { setTimeout as delay } from 'node:timers/promises'
import { connectEmbedded } from '@ecmr/postgres'
import type { Environment } from '../../harness/operator.js'
import type { Certificate } from '../receiver.js'
import { newService } from '../service.js'
import { type Player, startCast } from '../small-production.js'

/** What the drill is played on. */
export interface Stage {
  /** where the API is */
  readonly service: string
  /** for the operator's commands */
  readonly environment: Environment
  readonly databaseUrl: string
  /** Kills with SIGKILL, nothing before it; returns whom. */
  kill(round: number): Promise<string>
  /** Starts again who was killed; returns how many milliseconds it took until all was ready. */
  revive(): Promise<number>
  stop(): Promise<void>
}

/** @param directory what is written lies in it */
type OpenStage = (directory: string, certificate: Certificate | undefined) => Promise<Stage>

/** The whole service in one process, broker included, as `npm start` has it: it is killed as a whole. */
export const embeddedStage: OpenStage = async (directory) => {
  const service = await newService(directory)
  await service.firstStart()
  const database = await connectEmbedded(directory)
  return {
    service: service.url,
    environment: { DATA_DIR: directory },
    databaseUrl: database.url,
    async kill() {
      await service.kill({ withPostgres: false })
      return 'the service'
    },
    revive: () => service.start(),
    async stop() {
      await service.stop()
      await database.stop()
    },
  }
}

const LEADER = /^ecmr_notifier_leader 1$/m
const LEADER_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/**
 * A production in small with two notifiers. Killed are in turn the one that plans deliveries, the one that only sends
 * them, and both at once.
 */
export const productionStage: OpenStage = async (directory, certificate) => {
  const casting = {
    eventStore: 'postgres',
    services: ['api', 'projector', 'relay', 'notifier', 'notifier'],
  } as const
  const cast = await startCast(directory, casting, {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ...(certificate && { NODE_EXTRA_CA_CERTS: certificate.file }),
  })
  await cast.untilReady()
  const notifiers = cast.players.filter(({ role }) => role === 'notifier')
  let killed: readonly Player[] = []
  return {
    service: cast.apis[0] ?? '',
    environment: cast.environment,
    databaseUrl: cast.databaseUrl,
    async kill(round) {
      const planner = await plannerOf(notifiers)
      const { victims, as } = victimsOf(round, planner, notifiers)
      killed = victims
      await Promise.all(killed.map(({ child }) => child.stop('SIGKILL')))
      return `${killed.map(({ child }) => child.name).join(' and ')} (${as})`
    },
    async revive() {
      for (const { child } of killed) child.start()
      return cast.untilReady()
    },
    stop: () => cast.stop(),
  }
}

function victimsOf(round: number, planner: Player, notifiers: readonly Player[]) {
  if (round % 3 === 1) return { victims: [planner], as: 'plans' }
  if (round % 3 === 2) return { victims: notifiers.filter((one) => one !== planner), as: 'only sends' }
  return { victims: notifiers, as: 'all there are' }
}

/** The notifier that plans; when the last one was killed, another one takes over within a second or two. */
async function plannerOf(notifiers: readonly Player[]): Promise<Player> {
  const deadline = Date.now() + LEADER_WITHIN_MS
  for (;;) {
    for (const notifier of notifiers) if (await plans(notifier)) return notifier
    if (Date.now() > deadline) throw new Error(`no notifier plans deliveries after ${LEADER_WITHIN_MS} ms`)
    await delay(LOOK_EVERY_MS)
  }
}

async function plans({ metricsUrl }: Player): Promise<boolean> {
  const answer = await fetch(metricsUrl)
  return LEADER.test(await answer.text())
}
