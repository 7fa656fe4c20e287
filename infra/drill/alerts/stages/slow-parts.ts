import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { appendFacts, openEventStore } from '@ecmr/event-store'
import { ecmr } from '../../../harness/operator.js'
import { startLoopbackServer, subscribe } from '../../receiver.js'
import { type Installation, startInstallation } from '../installation.js'
import { forgottenTransaction, repeatedLock } from '../locks.js'
import type { Stage } from '../stage.js'
import type { Trial } from '../trial.js'

/** Less than after which the service takes a receiver's silence for a failure. */
const SLOW_MS = 10_000
/** Sixteen at a time take ten seconds each: it takes longer than until the alert to send so many. */
const FLOOD = 800

/** Everything answers, and something answers too slowly. */
export const slowParts: Stage = {
  name: 'slow parts',
  alerts: ['WebhooksAreLate', 'CreatingIsSlow', 'StreamsAreParked', 'ReadModelsAreBehind'],
  async open(directory) {
    const installation = await startInstallation(directory)
    const { service, key } = installation
    const receiver = await startSlowReceiver()
    await subscribe(service.url, key, { url: receiver.url, events: ['ecmr.created'] })
    return {
      targets: installation.targets,
      lanes: [
        [webhooksAreLate(installation, receiver)],
        [streamsAreParked(installation), readModelsAreBehind(installation), creatingIsSlow(installation)],
      ],
      async close() {
        receiver.slow(false)
        await installation.close()
        await receiver.close()
      },
    }
  },
}

async function startSlowReceiver() {
  let isSlow = false
  const { origin, close } = await startLoopbackServer((request, response) => {
    request.resume()
    request.on('end', async () => {
      if (isSlow) await delay(SLOW_MS)
      response.writeHead(204).end()
    })
  })
  return {
    url: `${origin}/hook`,
    close,
    slow(is: boolean) {
      isSlow = is
    },
  }
}

type SlowReceiver = Awaited<ReturnType<typeof startSlowReceiver>>

function webhooksAreLate({ load }: Installation, receiver: SlowReceiver): Trial {
  return {
    fault: `a receiver takes 10 s to answer, and ${FLOOD} notes come at once`,
    expects: [{ alert: 'WebhooksAreLate', asks: 300 }],
    async begin() {
      receiver.slow(true)
      await load.burst(FLOOD)
    },
    end: async () => receiver.slow(false),
  }
}

function creatingIsSlow({ pool }: Installation): Trial {
  const lock = repeatedLock(pool, 'log.events in exclusive mode', { heldMs: 2_000, freeMs: 300 })
  return {
    fault: 'a job locks the event log for two seconds, again and again',
    expects: [{ alert: 'CreatingIsSlow', looksBack: 300 }],
    begin: lock.take,
    end: lock.release,
  }
}

function readModelsAreBehind({ pool }: Installation): Trial {
  const lock = forgottenTransaction(pool, 'rm_tracking.shipments in share mode')
  return {
    fault: 'a forgotten transaction has locked a read model',
    expects: [{ alert: 'ReadModelsAreBehind', asks: 30 }],
    begin: lock.take,
    end: lock.release,
  }
}

interface Parked {
  readonly parked: readonly { readonly projection: string; readonly stream: string }[]
}

function streamsAreParked({ load, databaseUrl, environment }: Installation): Trial {
  return {
    fault: 'an event is recorded that no projection can apply',
    expects: [{ alert: 'StreamsAreParked' }],
    begin: () => recordMalformed(databaseUrl, `ecmr-${load.aNote()}`),
    async end() {
      const list = ['projections', 'parked', 'list', '--json']
      const { parked }: Parked = JSON.parse(await ecmr(environment, ...list))
      for (const { projection, stream } of parked)
        await ecmr(environment, 'projections', 'parked', 'skip', projection, stream)
    },
  }
}

async function recordMalformed(databaseUrl: string, stream: string): Promise<void> {
  const store = await openEventStore({ kind: 'postgres', url: databaseUrl })
  try {
    const [first] = await store.readStream(stream)
    if (first === undefined) throw new Error(`there is no stream ${stream}`)
    const id = randomUUID()
    const { company_id } = first.metadata
    await appendFacts(store, { stream, companyId: company_id }, [
      {
        ...{ id, commandId: id, correlationId: id },
        type: 'EcmrEdited',
        at: new Date().toISOString(),
        data: { changes: 'none' },
        actor: { kind: 'operator', id: 'drill', company_id },
      },
    ])
  } finally {
    await store.close()
  }
}
