import { type NotableEvent, planWaiting } from '@ecmr/webhooks'
import t from 'tap'
import { created, note } from './support/events.js'
import { openWorld } from './support/world.js'

/** An event of a note that is shared with a company. */
const sharedWith = (event: NotableEvent, ...companies: readonly string[]): NotableEvent => ({
  ...event,
  metadata: { ...event.metadata, shared_with: companies },
})

const SENT = `select e.company_id, d.type, d.version from webhooks.deliveries d
  join webhooks.endpoints e on e.id = d.endpoint_id order by e.company_id, d.version`

t.test(
  'webhooks of another company get a note’s events while it is shared, and nothing of its bookkeeping',
  async (t) => {
    const { register, plan, rows } = await openWorld(t)
    await register('company-b')
    const one = note('company-a')
    await plan(
      one.event('EcmrCreated'),
      one.event('EcmrSigned'),
      sharedWith(one.event('EcmrShared'), 'company-b'),
      sharedWith(one.event('GoodsTakenOver'), 'company-b'),
      sharedWith(one.event('MetadataChanged'), 'company-b'),
      sharedWith(one.event('SharingRevoked'), 'company-b'),
      one.event('DeliveryConfirmed'),
    )
    t.same(await rows(SENT), [
      { company_id: 'company-b', type: 'ecmr.shared', version: 3 },
      { company_id: 'company-b', type: 'ecmr.picked_up', version: 4 },
      { company_id: 'company-b', type: 'ecmr.sharing_revoked', version: 6 },
    ])
  },
)

t.test('both companies are sent the same event, each to its own endpoints', async (t) => {
  const { register, plan, rows } = await openWorld(t)
  await register('company-a')
  await register('company-b')
  await register('company-b')
  const event = sharedWith(note('company-a').event('EcmrSigned'), 'company-b')
  await plan(event, event)
  t.same(
    (await rows(SENT)).map((row) => (row as { company_id: string }).company_id),
    ['company-a', 'company-b', 'company-b'],
  )
  t.same(await rows('select count(*)::int as messages from webhooks.messages'), [{ messages: 1 }])
})

t.test('events of a shared note wait for the turn of each company by itself', async (t) => {
  const { register, plan, rows, pool } = await openWorld(t)
  for (let n = 0; n < 4; n++) await register('company-a')
  await register('company-b')
  const flood = created(200, 'company-a')
  const shared = sharedWith(note('company-a').event('EcmrSigned'), 'company-b')
  await plan(...flood, shared)
  t.same(
    await rows(
      `select e.company_id from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id`,
    ),
    [{ company_id: 'company-b' }],
    'the other company does not wait for the flood',
  )
  t.same(await rows('select distinct company_id from webhooks.unplanned'), [{ company_id: 'company-a' }])
  const again = sharedWith(note('company-a').event('EcmrSigned'), 'company-b')
  await pool.query(
    `insert into webhooks.unplanned (event_id, company_id, position)
     select event_id, 'company-b', '0000000000000001' from webhooks.messages where event_id = $1`,
    [shared.id],
  )
  await plan(again)
  t.same(
    await rows(
      'select company_id, count(*)::int as n from webhooks.unplanned where event_id = $1 group by 1 order by 1',
      [again.id],
    ),
    [
      { company_id: 'company-a', n: 1 },
      { company_id: 'company-b', n: 1 },
    ],
    'one row for each company that waits',
  )
  for (let left = 1; left > 0; ) left = await planWaiting(pool)
  t.same(await rows('select * from webhooks.unplanned'), [])
  t.same(
    await rows(
      `select e.company_id, count(*)::int as n from webhooks.deliveries d join webhooks.endpoints e on e.id = d.endpoint_id
       where d.event_id = $1 group by 1 order by 1`,
      [again.id],
    ),
    [
      { company_id: 'company-a', n: 4 },
      { company_id: 'company-b', n: 1 },
    ],
  )
})
