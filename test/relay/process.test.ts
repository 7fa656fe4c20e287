import { setTimeout as delay } from 'node:timers/promises'
import { readRelayStatus } from '@ecmr/broker'
import t from 'tap'
import { withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openWorld } from './nats-world.js'
import { startRelayProcess } from './relay-process.js'
import { arrivedInOrder, writeNotes } from './support.js'

t.test('the relay as a process', { skip: withoutNatsServer }, async (t) => {
  await t.test('is ready, says how it is, and stops on a signal', async (t) => {
    const world = await openWorld(t)
    const relay = startRelayProcess(t, world)
    const probes = await relay.probes()
    await until(async () => (await fetch(`${probes}/readyz`)).ok, 'readiness')
    await world.arrivals(await writeNotes(world.store, 20, 5))
    const head = await world.store.head()
    await until(async () => (await readRelayStatus(world.pool, 'relay'))?.position === head, 'a report')
    const metrics = await relay.metrics()
    t.match(metrics, /^ecmr_relay_published_events_total 100$/m)
    t.match(metrics, /^ecmr_relay_lag_seconds 0$/m)
    t.match(metrics, /^ecmr_relay_leader 1$/m)
    t.match(metrics, /^ecmr_relay_last_event_timestamp_seconds 1793692800$/m)
    relay.child.kill('SIGTERM')
    t.equal(await relay.ended, 0, relay.output())
    t.equal(await world.place(), head)
  })

  await t.test('says what keeps it from working, and goes on by itself', async (t) => {
    const world = await openWorld(t)
    await world.nats.stop()
    const relay = startRelayProcess(t, world)
    const probes = await relay.probes()
    const total = await writeNotes(world.store, 5, 2)
    const sentence = `NATS at 127.0.0.1:${world.nats.port} cannot be reached: nothing listens there.`
    const said = JSON.stringify({ status: 'unavailable', problems: [sentence] })
    await until(async () => (await (await fetch(`${probes}/readyz`)).text()) === said, 'the sentence alone')
    t.equal((await fetch(`${probes}/livez`)).status, 200)
    await until(async () => (await readRelayStatus(world.pool, 'relay'))?.problem === sentence, 'a report')
    await world.nats.start()
    await world.arrivals(total)
    await until(async () => (await fetch(`${probes}/readyz`)).ok, 'readiness')
    await until(async () => (await readRelayStatus(world.pool, 'relay'))?.problem === null, 'a report')
  })

  await t.test('is not started without NATS_URL', async (t) => {
    const world = await openWorld(t)
    const relay = startRelayProcess(t, world, { NATS_URL: '' })
    t.equal(await relay.ended, 1)
    t.match(relay.output(), /NATS_URL is not set/)
  })

  await t.test('is succeeded by one that stands by', async (t) => {
    const world = await openWorld(t)
    const start = () => startRelayProcess(t, world)
    const relays = [start(), start()]
    const leader = () => relays.find((relay) => relay.isLeader())
    const standby = () => relays.find((relay) => !relay.isLeader())
    await until(() => leader() !== undefined, 'a leader')
    await until(async () => {
      const probes = await standby()?.probes()
      return probes !== undefined && (await fetch(`${probes}/readyz`)).ok
    }, 'a standby that is ready')

    for (const [signal, what] of [
      ['SIGTERM', 'stopped'],
      ['SIGKILL', 'killed'],
      ['SIGSTOP', 'frozen'],
    ] as const) {
      await t.test(`when it is ${what}`, async (t) => {
        const old = leader()
        const next = standby()
        if (!old || !next) throw new Error('one leads and one stands by')
        const writing = writeNotes(world.store, 50, 20)
        await delay(100)
        old.child.kill(signal)
        await until(() => next.isLeader(), 'the next leader')
        await writing
        const head = await world.store.head()
        await until(async () => (await world.place()) === head, 'the place at the head of the log')
        if (signal === 'SIGSTOP') {
          old.child.kill('SIGCONT')
          await until(() => !old.isLeader(), 'that it notices')
          t.equal(await world.place(), head, 'the place is not moved back by one that wakes up')
          t.ok(next.isLeader())
        } else {
          await old.ended
          relays.splice(relays.indexOf(old), 1, start())
          await until(() => relays.every((relay) => /stands by/.test(relay.output())), 'a new standby')
        }
        await arrivedInOrder(t, world.store, world.arrived)
      })
    }
  })
})
