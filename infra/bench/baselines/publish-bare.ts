import type { EventStore } from '@ecmr/event-store'
import { connect } from 'nats'
import { logPages } from '../../harness/log-pages.js'
import { startNats } from '../harness/bench.js'

// What the relay is held against: the same bytes, read and encoded beforehand, published as fast as NATS answers.

/** Seconds until NATS has stored every event of a log, with so many on their way at once. */
export async function publishBare(store: Pick<EventStore, 'readAll'>, window: number): Promise<number> {
  const messages: { readonly id: string; readonly payload: Uint8Array }[] = []
  for await (const page of logPages(store))
    for (const event of page) messages.push({ id: event.id, payload: Buffer.from(JSON.stringify(event)) })
  const nats = await startNats()
  const nc = await connect({ servers: [nats.url], noAsyncTraces: true })
  const jsm = await nc.jetstreamManager()
  await jsm.streams.add({ name: 'BARE', subjects: ['bare.>'] })
  const js = nc.jetstream()
  const next = messages.values()
  const publisher = async (): Promise<void> => {
    for (const { id, payload } of next) await js.publish('bare.event', payload, { msgID: id })
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: window }, publisher))
  const seconds = (performance.now() - began) / 1000
  await nc.close()
  await nats.stop()
  return seconds
}
