import { actingFor } from '@ecmr/domain'
import { deliveriesPerDay, latestDeliveries, MOST_COUNTED_A_DAY } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import t from 'tap'
import { openWorld } from './support/world.js'

const a = actingFor('company-a')
const b = actingFor('company-b')
const NOWHERE = 'http://127.0.0.1:9/'
const noon = new Date('2027-03-29T10:00:00Z')

interface Rows {
  readonly endpointId: string
  readonly at: string
  readonly status: string
  readonly count?: number
}

async function write(pool: Pool, { endpointId, at, status, count = 1 }: Rows): Promise<void> {
  await pool.query(
    `with event as (
       insert into webhooks.messages
       select gen_random_uuid(), 'company-a', 'ecmr.created', 'note', 'number', 1, 'x', $2::timestamptz
       from generate_series(1, $4) returning event_id
     )
     insert into webhooks.deliveries (id, event_id, endpoint_id, type, ecmr_id, version, status, next_attempt_at, created_at)
     select gen_random_uuid(), event_id, $1, 'ecmr.created', 'note', 1, $3, now(), $2::timestamptz from event`,
    [endpointId, at, status, count],
  )
}

t.test(
  'deliveries are counted by the day that it was where the company is, by what became of them',
  async (t) => {
    const { pool, register } = await openWorld(t)
    const first = (await register('company-a', NOWHERE)).endpoint.id
    const second = (await register('company-a', NOWHERE)).endpoint.id
    const rival = (await register('company-b', NOWHERE)).endpoint.id
    // In Madrid clocks went from two to three on the 28th: that day had 23 hours, from 23:00 to 22:00 UTC.
    await write(pool, { endpointId: first, at: '2027-03-27T22:59:59.999Z', status: 'delivered' })
    await write(pool, { endpointId: first, at: '2027-03-27T23:00:00Z', status: 'exhausted' })
    await write(pool, { endpointId: first, at: '2027-03-28T21:59:59.999Z', status: 'cancelled' })
    await write(pool, { endpointId: first, at: '2027-03-28T22:00:00Z', status: 'pending' })
    await write(pool, { endpointId: second, at: '2027-03-29T09:00:00Z', status: 'delivered', count: 2 })
    await write(pool, { endpointId: first, at: '2027-03-26T12:00:00Z', status: 'delivered' })
    await write(pool, { endpointId: rival, at: '2027-03-29T09:00:00Z', status: 'delivered' })
    const asked = { timeZone: 'Europe/Madrid', days: 3, now: noon }
    t.same(await deliveriesPerDay(pool, a, asked), [
      { day: '2027-03-27', delivered: 1, failed: 0, waiting: 0, more: false },
      { day: '2027-03-28', delivered: 0, failed: 2, waiting: 0, more: false },
      { day: '2027-03-29', delivered: 2, failed: 0, waiting: 1, more: false },
    ])
    const ofOne = await deliveriesPerDay(pool, a, { ...asked, endpointId: second })
    t.same(
      ofOne.map(({ delivered, failed, waiting }) => [delivered, failed, waiting]),
      [
        [0, 0, 0],
        [0, 0, 0],
        [2, 0, 0],
      ],
    )
    for (const endpointId of [rival, 'nonsense']) {
      const days = await deliveriesPerDay(pool, a, { ...asked, endpointId })
      t.same(
        days.map(({ delivered }) => delivered),
        [0, 0, 0],
        'another company learns nothing',
      )
    }
  },
)

t.test('of a day with very many deliveries only so many are counted, which is said', async (t) => {
  const { pool, register } = await openWorld(t)
  const { id } = (await register('company-a', NOWHERE)).endpoint
  const at = '2027-03-29T09:00:00Z'
  await write(pool, { endpointId: id, at, status: 'delivered', count: MOST_COUNTED_A_DAY })
  const asked = { timeZone: 'UTC', days: 1, now: noon }
  t.match(await deliveriesPerDay(pool, a, asked), [{ delivered: MOST_COUNTED_A_DAY, more: false }])
  await write(pool, { endpointId: id, at, status: 'delivered' })
  t.match(await deliveriesPerDay(pool, a, asked), [{ more: true }])
})

t.test('the owner sees the latest delivery to each endpoint', async (t) => {
  const { pool, register } = await openWorld(t)
  const used = (await register('company-a', NOWHERE)).endpoint.id
  const rival = (await register('company-b', NOWHERE)).endpoint.id
  await register('company-a', NOWHERE)
  await write(pool, { endpointId: used, at: '2027-03-28T00:00:00Z', status: 'delivered' })
  await write(pool, { endpointId: used, at: '2027-03-29T00:00:00Z', status: 'exhausted' })
  await write(pool, { endpointId: rival, at: '2027-03-29T00:00:00Z', status: 'pending' })
  const latest = await latestDeliveries(pool, a)
  t.equal(latest.length, 1, 'one that has got nothing has none')
  t.match(latest, [
    { webhook_id: used, event: 'ecmr.created', status: 'exhausted', created_at: '2027-03-29T00:00:00.000Z' },
  ])
  t.match(await latestDeliveries(pool, b), [{ webhook_id: rival, status: 'pending' }])
})
