import { catchUp, holdsTree, rootOf, sealedTree, tileReader } from '@ecmr/evidence'
import { projections } from '@ecmr/read-models'
import t from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { areAlike, COPY, type Kind, readModelsOf, SEED, type TwoStores, twoStores } from './two-stores.js'

const BACK = 'store migrate --from eventstoredb --to postgres'

/** Puts webhooks and a relay at places all over the log; gives back which event each of them has come to. */
async function standAllOver({ pool, open }: TwoStores): Promise<readonly string[]> {
  const events = await logAfter(await open('postgres'), '')
  const chosen = events.filter((_, place) => place % 37 === 5).slice(0, 20)
  for (const { id, position } of chosen) {
    await pool.query(
      `insert into webhooks.endpoints (id, company_id, url, events, status, follows_from, created_at, updated_at)
       values ($1, 'c', 'https://example.com', '{}', 'active', $2, now(), now())`,
      [id, position],
    )
  }
  await pool.query(`insert into broker.checkpoints values ('relay', $1), ('notifier', $2), ('new', '')`, [
    events.at(-1)?.position,
    chosen[3]?.position,
  ])
  return chosen.map(({ id }) => id)
}

async function standsAt({ pool, open }: TwoStores, kind: Kind): Promise<readonly string[]> {
  const { rows } = await pool.query('select id, follows_from from webhooks.endpoints order by follows_from')
  const byPosition = new Map((await logAfter(await open(kind), '')).map(({ id, position }) => [position, id]))
  const relay = await pool.query(`select position from broker.checkpoints order by name`)
  return [
    ...rows.map(({ id, follows_from }) => (byPosition.get(follows_from) === id ? id : 'astray')),
    ...relay.rows.map(({ position }) => byPosition.get(position) ?? position),
  ]
}

/** Brings the tree up to the end of the log, as the services do while they work. */
async function seal({ pool, open }: TwoStores, kind: Kind): Promise<string> {
  const signal = new AbortController().signal
  const { size } = await catchUp({
    pool,
    store: await open(kind),
    tree: await sealedTree(pool),
    signal,
  })
  return Buffer.from(await rootOf(size, tileReader(pool))).toString('base64')
}

t.test('a log moves to EventStoreDB and back, without a visible difference', async (t) => {
  const at = await twoStores(t)
  const { pool, ecmr, json, refuses, use } = at
  const SOUND = { ok: true, problems: [] }
  await json(`${SEED} 30 --seed 1`)
  await json('projections rebuild all')

  await t.test('it is copied while the services work, any number of times', async (t) => {
    const dry = await json(`${COPY} --dry-run`)
    t.match(dry, { dry_run: true, events: 0, switched: false })
    const { copied, ok, switched, verified, head } = await json(COPY)
    t.same([copied, ok, switched, verified], [dry.copied, true, false, dry.copied])
    t.equal(head, await (await at.open('eventstoredb')).head())
    await areAlike(t, at)
    t.match(await json(COPY), { copied: 0, verified: 0, events: copied })
    await json(`${SEED} 10 --seed 2`)
    const stdout = /^Copied \d+ events from postgres to eventstoredb in .* stop the services .*--switch/s
    t.match(await ecmr(COPY), { code: 0, stdout })
    await areAlike(t, at)
  })

  await json('projections rebuild all')
  const before = await readModelsOf(pool)
  const chosen = await standAllOver(at)
  const stood = await standsAt(at, 'postgres')
  t.strictSame(stood.slice(0, chosen.length), chosen)

  const root = await seal(at, 'postgres')

  await t.test('a copy that is not what was sealed is not switched to', async (t) => {
    const flip = 'update evidence.tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)'
    await pool.query(flip)
    await refuses(
      t,
      `${COPY} --switch`,
      /error: The root of the copy over \d+ events differs from the checkpoints\. Nothing was switched\./,
    )
    await pool.query(flip)
  })

  await t.test('switching moves the places of webhooks and the broker, all and only once', async (t) => {
    for (const places of [chosen.length + 2, 0]) {
      t.match(await json(`${COPY} --switch`), { switched: true, copied: 0, places, tree: { root } })
      t.strictSame(await standsAt(at, 'eventstoredb'), stood)
    }
    t.ok(await holdsTree(await at.open('eventstoredb'), await sealedTree(pool)))
    t.equal(await seal(at, 'eventstoredb'), root)
    const elsewhere =
      /error: Nothing was done: the event log is kept in eventstoredb, but EVENT_STORE names postgres/
    await refuses(t, `${SEED} 1`, elsewhere)
  })

  await t.test('the read models say that they are of the former log, until they are rebuilt', async (t) => {
    use('eventstoredb')
    const report = await json('projections status')
    const stopped = { state: 'stopped', problem: /projections rebuild all/ }
    t.match(
      report.projections,
      projections.map(() => stopped),
    )
    const { stdout } = await ecmr('projections status')
    t.match(stdout, /^The read model list was made from the log in another/m)
    await refuses(t, 'projections verify', /made from the log in another store/)
    t.match(await json('audit verify'), SOUND)
    await json('projections rebuild all')
    t.strictSame(await readModelsOf(pool), before)
    t.match(await json('audit verify'), SOUND)
  })

  await t.test('the end of a stream that was cut off there is missed by the read models', async (t) => {
    const { rows } = await pool.query(
      `insert into rm_history.events
       select position, ecmr_id, company_id, revision + 1, type, event_id, recorded_at, data, metadata
       from rm_history.events order by revision desc limit 1 returning ecmr_id, revision`,
    )
    const { ecmr_id, revision } = rows[0]
    const stdout = `ecmr-${ecmr_id} event ${revision}: event ${revision} is cut off: the read model history`
    t.match(await ecmr('audit verify'), { code: 1, stdout })
    const key = [ecmr_id, revision]
    await pool.query('delete from rm_history.events where ecmr_id = $1 and revision = $2', key)
  })

  await t.test('life goes on in the new log, which the former one is not copied over', async (t) => {
    await json(`${SEED} 10 --seed 3`)
    await json('projections rebuild all')
    t.match(await json('audit verify'), SOUND)
    const noCopy =
      /error: The target is not a copy of the source: .* after the end of the source\. .*newer one/
    await refuses(t, COPY, noCopy)
  })

  await t.test('and it moves back the same way', async (t) => {
    const { copied, places } = await json(`${BACK} --switch`)
    t.ok(Number(copied) > 20)
    t.equal(places, chosen.length + 2)
    t.strictSame(await standsAt(at, 'postgres'), stood)
    await areAlike(t, at)
    const after = await readModelsOf(pool)
    use('postgres')
    await json('projections rebuild all')
    t.strictSame(await readModelsOf(pool), after)
    t.match(await json('audit verify'), SOUND)
  })
})
