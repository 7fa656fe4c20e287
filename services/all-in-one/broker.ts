import { relayCheck } from '@ecmr/api'
import { type Broker, brokerCheckpoints, inProcessBroker, type NatsBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import { confirms, type EventStore, LogDiverged } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { type Config, type Service, throttled } from '@ecmr/runtime'
import { Gauge, type Registry } from 'prom-client'

/** What carries events to the notifier. */
export interface OpenedBroker {
  readonly broker: Broker
  /** the same, when it is NATS: a relay has to carry the log there */
  readonly nats: NatsBroker | undefined
  /** rejects with a sentence when events do not reach the notifier */
  check(): Promise<void>
}

const DIVERGED =
  'Webhooks have been sent of events that the event log does not hold: the log was restored from an older copy, or events were removed. Webhooks stand still; run "ecmr store reconcile".'

/** The broker of the configuration: NATS, or one in this process. */
export function openBroker(options: {
  readonly natsServers: Config['natsServers']
  readonly pool: ReturnType<typeof openPool>
  readonly store: EventStore
  readonly service: Pick<Service, 'log' | 'closeWith'>
  readonly registry: Registry
}): OpenedBroker {
  const { natsServers: servers, service } = options
  if (servers === undefined) return openInProcess(options)
  const { log, closeWith } = service
  const onError = (err: unknown, consumer: string): void => log.warn({ err, consumer }, CANNOT_YET)
  const nats = openNatsBroker({ servers, name: 'ecmr', log, onError })
  closeWith(() => nats.close())
  return { broker: nats, nats, check: relayCheck(options.pool) }
}

const CANNOT_YET = 'events cannot be handled yet'

function openInProcess({ pool, store, service, registry }: Parameters<typeof openBroker>[0]): OpenedBroker {
  const { log } = service
  const checkpoints = brokerCheckpoints(pool)
  const isDiverged = async (): Promise<boolean> => {
    const place = await checkpoints.load('notifier')
    return store.isPosition(place.position) && !(await confirms(store, place))
  }
  new Gauge({
    name: 'ecmr_webhooks_diverged',
    help: '1 while no webhooks are planned because the event log does not hold what has been announced',
    registers: [registry],
    async collect() {
      this.set((await isDiverged().catch(() => false)) ? 1 : 0)
    },
  })
  const sayDiverged = throttled(({ message }) => log.error(message))
  const onError = (err: unknown, consumer: string): void => {
    if (err instanceof LogDiverged) sayDiverged(new Error(DIVERGED))
    else log.warn({ err, consumer }, CANNOT_YET)
  }
  const onSetAside = ({ id }: { readonly id: string }, reason: string): void =>
    log.error({ event_id: id, reason }, 'an event cannot be handled')
  return {
    broker: inProcessBroker({ store, checkpoints, onError, onSetAside }),
    nats: undefined,
    async check() {
      if (await isDiverged()) throw new Error(DIVERGED)
    },
  }
}
