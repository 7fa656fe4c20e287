import { randomUUID } from 'node:crypto'
import { answered, type Queue, type Queued } from '@ecmr/panel/browser/driver-queue'
import { type KeptLink, type SenderKit, sendWaiting } from '@ecmr/panel/browser/driver-sender'
import t from 'tap'
import { type Cut, cutNetwork, cuts } from '../support/cut-network.js'
import { driven, newSecret } from './driver-link-office.js'
import { openOffice } from './note-forms-office.js'

const ROUNDS = 50
const DESCRIPTIONS = ['Atasco', 'Cola en el muelle', 'Lluvia']

const office = await openOffice(t)
const behind = await office.app.listen({ host: '127.0.0.1', port: 0 })
const network = await cutNetwork(t, { port: 0, origin: () => behind })

/** Numbers that look random and are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a telephone keeps, also when its browser is closed. */
function memory(token: string, secret: string): SenderKit['store'] {
  let link: KeptLink = { token, secret, skew: 0, seenAt: 0 }
  let queue: Queue = []
  return {
    link: async () => link,
    keepLink: async (kept) => {
      link = kept
    },
    queue: async () => queue,
    change: async (_token, change) => {
      queue = change(queue)
      return queue
    },
  }
}

function dayOf(token: string, at: number): readonly Queued[] {
  const did: readonly (readonly [Queued['action'], Queued['says']])[] = [
    ['take_over', { place: 'Sevilla' }],
    ...DESCRIPTIONS.map((description) => ['report_incident', { type: 'delay', description }] as const),
    ['change_vehicle', { vehicle_plate: '9999 XYZ', reason: 'Avería' }],
  ]
  return did.map(([action, says], index) => ({
    ...{ key: randomUUID(), token, order: index + 1, action, says },
    ...{ at: at + index * 60_000, skew: 0, tries: 0, state: 'waiting' },
  }))
}

t.test(
  `${ROUNDS} days with a network that is lost at random moments: nothing twice, nothing lost, in order`,
  async (t) => {
    const random = seeded(20261127)
    const seen: Record<Cut, number> = { before: 0, during: 0, after: 0 }
    for (let round = 1; round <= ROUNDS; round++) {
      const { id, token, phone } = await driven(office)
      const store = memory(token, phone.secret)
      await store.change(token, () => dayOf(token, Date.now() - 3_600_000))
      network.whenAsked(() => {
        if (random() < 0.45) return undefined
        const cut = cuts[Math.floor(random() * cuts.length)] ?? 'before'
        seen[cut] += 1
        return cut
      })
      const kit: SenderKit = {
        store,
        fetch: (path, init) => fetch(new URL(path, network.url), init),
        now: Date.now,
      }
      let attempts = 0
      for (let isLeft = true; isLeft; attempts++) {
        if (attempts > 300) throw new Error(`round ${round} does not end`)
        const sent = await sendWaiting(kit, token)
        if (sent === 'unknown_device' || sent === 'closed') throw new Error(`round ${round}: ${sent}`)
        isLeft = (await store.queue(token)).length > 0
      }
      await network.idle()
      const events = (await office.eventsOf(id)).slice(-5)
      t.same(
        events.map(({ type }) => type),
        ['GoodsTakenOver', 'IncidentReported', 'IncidentReported', 'IncidentReported', 'VehicleChanged'],
        `round ${round}, ${attempts} attempts`,
      )
      t.same(
        events.slice(1, 4).map(({ data }) => Reflect.get(Object(data), 'description')),
        DESCRIPTIONS,
      )
      t.equal((await office.eventsOf(id)).filter(({ type }) => type === 'GoodsTakenOver').length, 1)
    }
    for (const cut of cuts) t.ok(seen[cut] > ROUNDS, `${seen[cut]} connections were cut ${cut}`)
  },
)

t.test('two senders at once do each action once', async (t) => {
  network.whenAsked(() => undefined)
  const { id, token, phone } = await driven(office)
  const store = memory(token, phone.secret)
  await store.change(token, () => dayOf(token, Date.now() - 3_600_000))
  const kit: SenderKit = {
    store,
    fetch: (path, init) => fetch(new URL(path, network.url), init),
    now: Date.now,
  }
  await Promise.all([sendWaiting(kit, token), sendWaiting(kit, token), sendWaiting(kit, token)])
  t.equal((await office.storyOf(id)).filter((type) => type === 'IncidentReported').length, 3)
  t.same(await store.queue(token), [])
})

t.test('a telephone that the service does not know keeps what waits', async (t) => {
  const { token } = await driven(office)
  const store = memory(token, newSecret())
  await store.change(token, () => dayOf(token, Date.now()))
  const kit: SenderKit = {
    store,
    fetch: (path, init) => fetch(new URL(path, network.url), init),
    now: Date.now,
  }
  t.equal(await sendWaiting(kit, token), 'unknown_device')
  t.equal((await store.queue(token)).length, 5)
})

t.test('a telephone whose clock is a year slow states the time by the service’s clock', async (t) => {
  const year = 365 * 24 * 3_600_000
  const { id, token, phone } = await driven(office)
  const store = memory(token, phone.secret)
  const kit: SenderKit = {
    store,
    fetch: (path, init) => fetch(new URL(path, network.url), init),
    now: () => Date.now() - year,
  }
  await sendWaiting(kit, token)
  const { skew = 0 } = (await store.link(token)) ?? {}
  t.ok(Math.abs(skew - year) < 60_000, `${skew}`)
  const done = Date.now() - 3_600_000
  await store.change(token, () => dayOf(token, done - year).map((one) => ({ ...one, skew })))
  t.equal(await sendWaiting(kit, token), 'done')
  const stated = String((await office.noteOf(id)).taken_over_at)
  t.ok(Math.abs(Date.parse(stated) - done) < 60_000, stated)
  t.same(answered(await store.queue(token), '', { kind: 'recorded' }), [])
})
