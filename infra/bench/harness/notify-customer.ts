import type { Broker } from '@ecmr/broker'
import { actingFor } from '@ecmr/domain'
import { startNotifier } from '@ecmr/notifier'
import { openListener } from '@ecmr/postgres'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import { SECRET_KEY, type World } from './carriers.js'
import type { Latencies } from './latencies.js'
import { BENCH_COMPANY } from './note-events.js'
import { startReceiver } from './receiver.js'

/** Runs a notifier for one customer in this process, and sees when each event comes to the one and to the other. */
export async function notifyCustomer(
  { url, pool, store }: World,
  broker: Broker,
  times: Latencies,
): Promise<{ stop(): Promise<void> }> {
  const receiver = await startReceiver((id) => times.reach('customer', id))
  const [secrets, guard] = [secretBox(SECRET_KEY), addressGuard(['127.0.0.0/8'])]
  const recordAudit = async (): Promise<void> => undefined
  await registerEndpoint(
    { pool, secrets, urlRules: { guard, httpsOnly: false }, recordAudit },
    {
      company: actingFor(BENCH_COMPANY),
      url: receiver.url,
      events: ['ecmr.created'],
      followsFrom: await store.head(),
      actor: { kind: 'system', id: 'bench', name: 'bench' },
    },
  )
  const stopping = new AbortController()
  const listener = openListener(url, 'bench')
  const running = startNotifier({
    broker: timed(broker, times),
    pool,
    listener,
    secrets,
    guard,
    schedule: [0],
    recordAudit,
    signal: stopping.signal,
  })
  return {
    async stop() {
      stopping.abort()
      await running
      await listener.close()
      receiver.stop()
    },
  }
}

/** The same broker, which sees when a handler has done its work. */
function timed(broker: Broker, times: Latencies): Broker {
  return {
    consume: (options) =>
      broker.consume({
        ...options,
        async handle(events, setAside) {
          await options.handle(events, setAside)
          for (const { id } of events) times.reach('notifier', id)
        },
      }),
  }
}
