import { randomUUID } from 'node:crypto'
import {
  AuditTrailBehind,
  auditBacklog,
  drainAuditOutbox,
  retrySetAside,
  setAsideChanges,
} from '@ecmr/accounts'
import { ClockDiffers, openPostgresEventStore, StoreUnavailable } from '@ecmr/event-store'
import t from 'tap'
import { logs, outbox } from './outbox.js'

for (const kind of logs) {
  t.test(
    `several processes carry the same changes at once and record each once, in order, in ${kind}`,
    async (t) => {
      const box = await outbox(t, kind)
      const companies = [randomUUID(), randomUUID(), randomUUID()]
      const ids = await Promise.all(companies.map((company) => box.change(company, 150)))
      await Promise.all(Array.from({ length: 4 }, () => drainAuditOutbox(box.pool, box.store)))
      await drainAuditOutbox(box.pool, box.store)
      t.strictSame(await Promise.all(companies.map(box.recorded)), ids)
      t.equal(await box.waiting(), 0)
    },
  )
}

t.test('changes made while the log takes nothing are recorded once when it does again', async (t) => {
  const box = await outbox(t, 'postgres')
  const [url = ''] = box.places
  await box.pool.query(
    `alter database ${new URL(url).pathname.slice(1)} set idle_in_transaction_session_timeout = 100`,
  )
  const company = randomUUID()
  const ids = await box.change(company, 700)
  const holder = await box.pool.connect()
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0')
  await holder.query(`select pg_advisory_xact_lock(hashtextextended('ecmr:log', 0))`)
  const hasty = await openPostgresEventStore({ url, timeoutMs: 200 })
  t.teardown(() => hasty.close())
  await t.rejects(drainAuditOutbox(box.pool, hasty), /event log/)
  t.equal(await box.waiting(), 700)
  await holder.query('rollback')
  holder.release(true)
  await drainAuditOutbox(box.pool, hasty)
  t.strictSame(await box.recorded(company), ids)
  t.equal(await box.waiting(), 0)
})

t.test(
  'a change that the log cannot take is set aside, and those around it are recorded in order',
  async (t) => {
    const box = await outbox(t, 'postgres')
    const [company, other] = [randomUUID(), randomUUID()]
    const before = await box.change(company, 3)
    const [bad] = await box.change(company, 1)
    const after = await box.change(company, 3)
    const others = await box.change(other, 2)
    const padded = `update accounts.audit_outbox set data = data || jsonb_build_object('name', repeat('x', $2)) where id = $1`
    await box.pool.query(padded, [bad, 2_000_000])

    const reported: unknown[] = []
    await drainAuditOutbox(box.pool, box.store, { onSetAside: (change) => reported.push(change) })
    t.strictSame(await box.recorded(company), [...before, ...after])
    t.strictSame(await box.recorded(other), others)
    t.match(reported, [{ id: bad, company_id: company, type: 'WebhookChanged', reason: /at most 1048576/ }])
    t.match(await setAsideChanges(box.pool), [{ id: bad, company_id: company, reason: /at most 1048576/ }])
    t.match(await auditBacklog(box.pool), { waiting: 0, set_aside: 1 })

    t.equal(await retrySetAside(box.pool, bad), 1)
    t.equal(await drainAuditOutbox(box.pool, box.store), 1)
    t.match(await auditBacklog(box.pool), { waiting: 0, set_aside: 1 }, 'it is as large as before')
    await box.pool.query(`update accounts.audit_outbox set data = data - 'name' where id = $1`, [bad])
    t.equal(await retrySetAside(box.pool), 1)
    await drainAuditOutbox(box.pool, box.store)
    t.strictSame(await box.recorded(company), [...before, ...after, bad])
    t.same(await auditBacklog(box.pool), { waiting: 0, oldest_ms: 0, set_aside: 0 })
  },
)

t.test('a company whose changes cannot be carried does not hold up the others', async (t) => {
  const box = await outbox(t, 'postgres')
  const [stuck, other] = [randomUUID(), randomUUID()]
  await box.change(stuck, 2)
  const others = await box.change(other, 2)
  const store: typeof box.store = {
    ...box.store,
    append: async (stream, ...rest) => {
      if (stream === `company-${stuck}`) throw new StoreUnavailable('not this one')
      return box.store.append(stream, ...rest)
    },
  }
  const error: unknown = await drainAuditOutbox(box.pool, store).catch((reason: unknown) => reason)
  if (!(error instanceof AuditTrailBehind)) throw error
  t.match(error, { carried: 2, message: 'not this one' })
  t.strictSame([...error.behind.keys()], [stuck])
  t.strictSame(await box.recorded(other), others)
  t.match(await auditBacklog(box.pool), { waiting: 2, set_aside: 0 })
})

t.test('companies take turns: one change waits for two batches of a large outbox at most', async (t) => {
  const box = await outbox(t, 'postgres')
  const [large, small] = [randomUUID(), randomUUID()]
  await box.change(large, 450)
  await box.change(small, 1)
  await drainAuditOutbox(box.pool, box.store)
  const { rows } = await box.pool.query('select position from log.events where stream = $1', [
    `company-${small}`,
  ])
  t.ok(rows[0].position <= 101, `it is event ${rows[0].position}`)
  t.equal((await box.recorded(large)).length, 450)
})

t.test(
  'changes that PostgreSQL stamped while its clock was wrong are recorded as of the present',
  async (t) => {
    const box = await outbox(t, 'postgres')
    const company = randomUUID()
    await box.change(company, 2)
    await box.pool.query(`update accounts.audit_outbox set at = at + interval '400 days'`)
    const differ = (): Date => {
      throw new ClockDiffers('The clocks differ.', { retryAfterMs: 1_000 })
    }
    await t.rejects(drainAuditOutbox(box.pool, box.store, { clock: differ }), AuditTrailBehind)
    t.strictSame(await box.recorded(company), [], 'nothing while the time is unknown')
    const present = new Date()
    await drainAuditOutbox(box.pool, box.store, { clock: () => present })
    const recorded = await box.store.readStream(`company-${company}`)
    t.equal(recorded.length, 2)
    for (const { metadata } of recorded)
      t.ok(Date.parse(metadata.recorded_at) <= present.getTime() + 5_000, metadata.recorded_at)
  },
)
