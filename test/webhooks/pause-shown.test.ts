import { deliveryDetailsView, deliveryListView } from '@ecmr/contract'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { asPromised } from '../support/contract.js'
import { note } from './support/events.js'
import { openRestWorld, registerAs } from './support/rest-world.js'

const MINUTE_MS = 60_000
const inMinutes = (count: number) => new Date(Date.now() + count * MINUTE_MS)

/** A webhook with one delivery that waits; `show` says when it is tried next, in the list and in its details. */
async function openWaiting(t: Test) {
  const { haulier, pool } = await openRestWorld(t)
  const { path, webhook } = await registerAs(haulier)
  const event = note(haulier.company.id).event('EcmrCreated')
  await planDeliveries(pool, [{ ...event, position: `9${event.position.slice(1)}` }])
  await pool.query('insert into webhooks.endpoint_health (endpoint_id, failures) values ($1, 10)', [
    webhook.id,
  ])

  const pause = (until: Date) => pool.query('update webhooks.endpoint_health set open_until = $1', [until])
  const set = (assignment: string, value: Date) =>
    pool.query(`update webhooks.deliveries set ${assignment}`, [value])
  async function show(): Promise<string | null | undefined> {
    const list = asPromised(deliveryListView, (await haulier.call('GET', `${path}/deliveries`)).json())
    const [listed] = list.data
    const one = await haulier.call('GET', `${path}/deliveries/${listed?.id}`)
    const details = asPromised(deliveryDetailsView, one.json())
    t.equal(details.next_attempt_at, listed?.next_attempt_at, 'the same in the list as in the details')
    return details.next_attempt_at
  }
  return { pause, set, show }
}

t.test('what waits for a pause to end is not tried before', async (t) => {
  const { pause, set, show } = await openWaiting(t)
  const [past, soon, later] = [inMinutes(-1), inMinutes(5), inMinutes(10)]
  await set('next_attempt_at = $1', past)
  t.equal(await show(), past.toISOString(), 'without a pause')
  await pause(soon)
  t.equal(await show(), soon.toISOString())
  await set('next_attempt_at = $1', later)
  t.equal(await show(), later.toISOString(), 'its own time is later')
})

t.test('a pause that is over holds up nothing', async (t) => {
  const { pause, set, show } = await openWaiting(t)
  const earlier = inMinutes(-10)
  await set('next_attempt_at = $1', earlier)
  await pause(inMinutes(-1))
  t.equal(await show(), earlier.toISOString())
})

t.test('nor does one hold up what its owner asked for, or what is under way', async (t) => {
  const { pause, set, show } = await openWaiting(t)
  const past = inMinutes(-1)
  await pause(inMinutes(5))
  await set('next_attempt_at = $1, expedited = true', past)
  t.equal(await show(), past.toISOString(), 'asked for')
  await set('expedited = false, leased_until = $1', inMinutes(1))
  t.equal(await show(), past.toISOString(), 'under way')
  await set('leased_until = $1', past)
  t.not(await show(), past.toISOString(), 'its lease has run out')
})
