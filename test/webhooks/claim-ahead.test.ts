import t from 'tap'
import { startReceiver } from './support/receiver.js'
import { openReceiving } from './support/world.js'

const ALL = 400
const QUICK = 100

/** A receiver that answers the first hundred at once and what comes later in another way, or not at all. */
async function openChanging(t: Parameters<typeof openReceiving>[0], status?: number) {
  const world = await openReceiving(t, (response, _, nth) => {
    if (nth <= QUICK) response.end()
    else if (status !== undefined) response.writeHead(status).end()
  })
  await world.create(ALL)
  return {
    ...world,
    /** How many deliveries have had so many attempts, and hold a lease or not. */
    tried: () =>
      world.rows(
        `select attempts, leased_until is not null as leased, count(*) from webhooks.deliveries
         where status = 'pending' group by 1, 2 order by 1, 2`,
      ),
  }
}

t.test('a receiver that answers at once has deliveries claimed ahead of its slots', async (t) => {
  const { eventually, startWorker } = await openChanging(t)
  startWorker({ limits: { stopMs: 0 } })
  await eventually('select 1 from webhooks.deliveries where leased_until is not null having count(*) > 32')
  t.pass('more than it is sent at a time')
})

t.test('what is claimed ahead is given back at a stop, as if it had not been claimed', async (t) => {
  const { receiver, startWorker, tried, rows } = await openChanging(t)
  const worker = startWorker({ limits: { stopMs: 0 } })
  await receiver.count(QUICK + 16)
  await worker.stop()
  const [never, broken] = await tried()
  t.match(never, { attempts: 0, leased: false })
  t.match(broken, { attempts: 1, leased: false })
  t.ok(broken.count <= 16, `${broken.count} were under way`)
  t.equal(never.count + broken.count, ALL - QUICK)
  const attempts = await rows('select count(*) from webhooks.attempts')
  t.same(attempts, [{ count: QUICK + broken.count }], 'only what was begun is on record')
})

t.test(
  'a receiver that begins to hang does not keep from other workers what was claimed ahead',
  async (t) => {
    const { receiver, startWorker, eventually } = await openChanging(t)
    startWorker({ limits: { stopMs: 0 } })
    await receiver.count(QUICK + 16)
    await eventually('select 1 from webhooks.deliveries where leased_until is not null having count(*) = 16')
    t.equal(receiver.received.length, QUICK + 16)
  },
)

t.test('a receiver that begins to fail is not sent what was claimed ahead', async (t) => {
  const { receiver, startWorker, eventually, tried } = await openChanging(t, 500)
  startWorker({ schedule: [0, 3_600_000], limits: { stopMs: 0 } })
  await eventually('select 1 from webhooks.endpoint_health where open_until is not null')
  await eventually('select 1 from webhooks.deliveries where leased_until is not null having count(*) = 0')
  const [never, failed] = await tried()
  t.match([never, failed], [{ attempts: 0 }, { attempts: 1 }])
  t.equal(never.count + failed.count, ALL - QUICK)
  t.ok(failed.count <= 32, `${failed.count} attempts failed`)
  t.equal(receiver.received.length, QUICK + failed.count)
})

t.test('current events pass replayed ones that are claimed ahead', async (t) => {
  let release = (): void => undefined
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const world = await openReceiving(t, (response, _, nth) => {
    if (nth <= QUICK) response.end()
    else void isReleased.then(() => response.end())
  })
  const { receiver, rows, create, startWorker, eventually } = world
  await create(ALL)
  await rows(`update webhooks.deliveries set replay_id = gen_random_uuid()`)
  startWorker({ limits: { stopMs: 0 } })
  await receiver.count(QUICK + 16)
  await create()
  await eventually('select 1 from webhooks.deliveries where not is_replay and leased_until is not null')
  release()
  await eventually(`select 1 from webhooks.deliveries where not is_replay and status = 'delivered'`)
  const [own] = await rows('select id from webhooks.deliveries where not is_replay')
  const place = receiver.received.findIndex(({ headers }) => headers['webhook-id'] === own.id)
  t.ok(place < QUICK + 16 + 32, `it came as number ${place + 1}`)
})

t.test('one company’s deliveries that are claimed ahead take no slot from another company', async (t) => {
  const { receiver, startWorker, register, create } = await openChanging(t)
  startWorker({ limits: { atOnce: 20, stopMs: 0 } })
  await receiver.count(QUICK + 16)
  const other = await startReceiver(t)
  await register('company-b', other.url)
  await create(50, 'company-b')
  await other.count(50)
  t.ok(receiver.received.length <= QUICK + 20)
})
