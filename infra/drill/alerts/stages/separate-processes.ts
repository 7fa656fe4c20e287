import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Child } from '../../../harness/child.js'
import { ecmr, newCompany } from '../../../harness/operator.js'
import type { Prometheus, Target } from '../../../harness/prometheus.js'
import { newCertificate, startReceiver, subscribe } from '../../receiver.js'
import { type Cast, type Casting, startCast } from '../../small-production.js'
import { startLoad } from '../load.js'
import type { Stage } from '../stage.js'
import type { Trial } from '../trial.js'

const run = promisify(execFile)
const casting: Casting = { eventStore: 'eventstoredb', services: ['api', 'projector', 'relay', 'notifier'] }

/** One of each process on PostgreSQL, EventStoreDB's stand-in and NATS: something is away. */
export const separateProcesses: Stage = {
  name: 'processes',
  alerts: [
    'RelayIsBehind',
    'ProcessIsAway',
    'DiskIsNearlyFull',
    'NothingIsRecorded',
    'RequestsFail',
    'OutboxesWait',
  ],
  async open(directory, prometheus) {
    const disk = await openDisk(join(directory, 'data'))
    const certificate = await newCertificate(directory)
    const receiver = await startReceiver(certificate)
    const cast = await startCast(directory, casting, {
      DATA_DIR: disk.directory,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: certificate.file,
    })
    await cast.untilReady()
    const { id, key } = await newCompany(cast.environment, 'Drill')
    const [api = ''] = cast.apis
    await subscribe(api, key, { url: receiver.url, events: ['ecmr.created'] })
    const load = await startLoad(api, key)
    return {
      targets: targetsOf(cast),
      lanes: [
        [natsIsAway(cast), eventStoreIsAway(cast, id)],
        [projectorIsGone(cast, prometheus)],
        [notifierHangs(cast)],
        [...(disk.untried === undefined ? [diskIsNearlyFull(disk)] : [])],
      ],
      ...(disk.untried !== undefined && { untried: { DiskIsNearlyFull: disk.untried } }),
      async close() {
        await load.stop()
        playerOf(cast, 'notifier').process.kill('SIGCONT')
        await cast.stop()
        await receiver.close()
        await disk.close()
      },
    }
  },
}

function targetsOf({ players }: Cast): readonly Target[] {
  return players.map(({ role, metricsUrl }) => ({ url: metricsUrl, service: role }))
}

function playerOf({ players }: Cast, wanted: string): Child {
  const player = players.find(({ role }) => role === wanted)
  if (player === undefined) throw new Error(`there is no ${wanted}`)
  return player.child
}

function victimOf({ victims }: Cast, name: string): Cast['victims']['others'][number] {
  const victim = victims.others.find((one) => one.name === name)
  if (victim === undefined) throw new Error(`there is no ${name}`)
  return victim
}

function natsIsAway(cast: Cast): Trial {
  const nats = victimOf(cast, 'nats-server')
  return {
    fault: 'NATS is killed',
    expects: [{ alert: 'RelayIsBehind', asks: 60 }],
    begin: nats.kill,
    end: async () => nats.revive(),
  }
}

function eventStoreIsAway(cast: Cast, company: string): Trial {
  const store = victimOf(cast, 'event store stand-in')
  return {
    fault: 'EventStoreDB is killed while an API key is made',
    expects: [
      { alert: 'NothingIsRecorded', asks: 120 },
      { alert: 'RequestsFail', looksBack: 300 },
      { alert: 'OutboxesWait', asks: 120 },
    ],
    async begin() {
      await store.kill()
      await ecmr(cast.environment, 'keys', 'create', '--company', company)
    },
    end: async () => store.revive(),
  }
}

/** In Compose and Kubernetes the name of a service that has no process any more leads nowhere, and Prometheus forgets it. */
function projectorIsGone(cast: Cast, prometheus: Prometheus): Trial {
  const projector = playerOf(cast, 'projector')
  const isOther = ({ service }: Target): boolean => service !== 'projector'
  return {
    fault: 'the only projector ends, and its name leads nowhere',
    expects: [{ alert: 'ProcessIsAway', labels: { service: 'projector' } }],
    async begin() {
      await projector.stop()
      await prometheus.scrape(targetsOf(cast).filter(isOther))
    },
    async end() {
      projector.start()
      await prometheus.scrape(targetsOf(cast))
    },
  }
}

function notifierHangs(cast: Cast): Trial {
  const signal = (signal: NodeJS.Signals) => async () => playerOf(cast, 'notifier').process.kill(signal)
  return {
    fault: 'the only notifier hangs',
    expects: [{ alert: 'ProcessIsAway', labels: { service: 'notifier' } }],
    begin: signal('SIGSTOP'),
    end: signal('SIGCONT'),
  }
}

/** A disk of its own. */
interface Disk {
  readonly directory: string
  /** why its size cannot be changed here */
  readonly untried: string | undefined
  resize(size: string): Promise<void>
  close(): Promise<void>
}

const ROOMY = '8g'
const SMALL = '256m'

/** A file system in memory, which takes as much of it as there is in it. Only root may make one. */
async function openDisk(directory: string): Promise<Disk> {
  await mkdir(directory)
  const mount = (options: string): Promise<unknown> =>
    run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory])
  const reason = await mount(`size=${ROOMY},mode=711`).then(
    () => undefined,
    () => 'it takes the right to mount a small file system',
  )
  return {
    directory,
    untried: reason,
    async resize(size) {
      await mount(`remount,size=${size}`)
    },
    async close() {
      if (reason === undefined) await run('umount', [directory])
    },
  }
}

function diskIsNearlyFull(disk: Disk): Trial {
  return {
    fault: 'the disk of DATA_DIR has 256 MB',
    expects: [{ alert: 'DiskIsNearlyFull' }],
    begin: () => disk.resize(SMALL),
    end: () => disk.resize(ROOMY),
  }
}
