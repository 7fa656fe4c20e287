import type { Broker } from '@ecmr/broker'
import { type DeliveryWorkerOptions, deliveryWorker, planDeliveries } from '@ecmr/webhooks'

export interface NotifierOptions extends DeliveryWorkerOptions {
  readonly broker: Broker
}

/**
 * Turns recorded events into webhook deliveries and carries these out, until the signal aborts. The broker hands an
 * event out again until its deliveries are written; from then on they are the worker's.
 *
 * The tables must be there (see `migrateWebhooks`).
 */
export async function startNotifier(options: NotifierOptions): Promise<void> {
  const { broker, pool, schedule, signal, log, clock = () => new Date() } = options
  const planning = broker.consume({
    name: 'notifier',
    handle: (events) =>
      planDeliveries(pool, events, {
        firstDelayMs: schedule[0] ?? 0,
        clock,
        onSkipped: ({ id, type, position }, reason) =>
          log?.error({ event_id: id, type, position, reason }, 'an event cannot be notified of'),
      }),
    signal,
  })
  const delivering = deliveryWorker(options)
  await Promise.all([planning, delivering])
}
