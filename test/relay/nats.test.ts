import { brokerCheckpoints } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import t, { type Test } from 'tap'
import { operator } from '../broker/support/nats.js'
import { withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openWorld, type World } from './nats-world.js'
import { arrivedInOrder, runRelay, writeNotes } from './support.js'

function startRelayIn(t: Test, { nats, store, pool }: World) {
  const publisher = openNatsBroker({ servers: [nats.url], name: 'relay' })
  t.teardown(() => publisher.close())
  return runRelay(t, { store, publisher, checkpoints: brokerCheckpoints(pool) })
}

/** How many messages NATS has stored, those included that have been handed out since. */
async function storedMessages(t: Test, { nats }: World): Promise<number> {
  const { jsm } = await operator(t, nats)
  return (await jsm.streams.info('ECMR_EVENTS')).state.last_seq
}

t.test('a relay between PostgreSQL and NATS', { skip: withoutNatsServer }, async (t) => {
  await t.test('carries 10,000 events, each once, those of a note in order', async (t) => {
    const world = await openWorld(t)
    const total = await writeNotes(world.store, 500, 20)
    startRelayIn(t, world)
    await world.arrivals(total)
    const head = await world.store.head()
    await until(async () => (await world.place()) === head, 'the place at the head of the log')
    t.equal(await storedMessages(t, world), total, 'each event once')
    await arrivedInOrder(t, world.store, world.arrived)
  })

  await t.test('loses nothing and keeps the order while NATS is killed again and again', async (t) => {
    const world = await openWorld(t)
    const relay = startRelayIn(t, world)
    let total = 0
    for (let kills = 1; kills <= 4; kills++) {
      const writing = writeNotes(world.store, 50, 20)
      await world.arrivals(total + 100)
      await world.nats.stop('SIGKILL')
      total += (await writing) + (await writeNotes(world.store, 5, 2))
      await until(() => relay.problems.at(-1) !== undefined, 'a problem of the relay')
      await world.nats.start()
      await until(() => relay.problems.at(-1) === undefined, 'the end of the problem')
      await world.arrivals(total)
    }
    await arrivedInOrder(t, world.store, world.arrived)
  })
})
