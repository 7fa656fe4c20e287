import { type Broker, brokerCheckpoints, inProcessBroker, type NatsBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import type { Config } from '@ecmr/config'
import type { EventStore } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import type { Service } from '@ecmr/process'

/** What carries events to the notifier. */
export interface OpenedBroker {
  readonly broker: Broker
  /** the same, when it is NATS: a relay has to carry the log there */
  readonly nats: NatsBroker | undefined
}

/** The broker of the configuration: NATS, or one in this process. */
export function openBroker(options: {
  readonly natsServers: Config['natsServers']
  readonly pool: ReturnType<typeof openPool>
  readonly store: EventStore
  readonly service: Pick<Service, 'log' | 'closeWith'>
}): OpenedBroker {
  const { natsServers: servers, pool, store } = options
  const { log, closeWith } = options.service
  const onError = (err: unknown, consumer: string): void =>
    log.warn({ err, consumer }, 'events cannot be handled yet')
  if (servers === undefined) {
    const checkpoints = brokerCheckpoints(pool)
    const onSetAside = ({ id }: { readonly id: string }, reason: string): void =>
      log.error({ event_id: id, reason }, 'an event cannot be handled')
    return { broker: inProcessBroker({ store, checkpoints, onError, onSetAside }), nats: undefined }
  }
  const nats = openNatsBroker({ servers, name: 'ecmr', log, onError })
  closeWith(() => nats.close())
  return { broker: nats, nats }
}
