import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { drainAuditOutbox } from '@ecmr/accounts'
import { appendCompanyEvents } from '@ecmr/application'
import { verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { startProcess } from '../support/child-process.js'
import { until } from '../support/until.js'
import { event, logs, outbox } from './outbox.js'

const DRAINING = fileURLToPath(new URL('draining-process.js', import.meta.url))
const DRAINERS = `application_name = 'draining process' and datname = current_database()`

for (const kind of logs) {
  t.test(
    `a process killed between the append and the deletion leaves every change once, in ${kind}`,
    async (t) => {
      const box = await outbox(t, kind)
      const company = randomUUID()
      const ids = await box.change(company, 600)
      const holder = await box.pool.connect()
      await holder.query('begin')
      await holder.query('select from accounts.audit_outbox for update')
      const drained = startProcess(t, [DRAINING, ...box.places])
      const waitsForUs = `select from pg_stat_activity where ${DRAINERS} and wait_event_type = 'Lock'`
      await until(async () => (await box.pool.query(waitsForUs)).rowCount === 1, 'the deletion')
      t.ok((await box.recorded(company)).length > 0, 'the append has been made')
      drained.child.kill('SIGKILL')
      await drained.ended
      // The server learns of it when it writes to the connection; the deletion must not be made until then.
      await box.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${DRAINERS}`)
      await until(
        async () => (await box.pool.query(`select from pg_stat_activity where ${DRAINERS}`)).rowCount === 0,
        'the end of its session',
      )
      await holder.query('rollback')
      holder.release()
      t.equal(await box.waiting(), 600)
      const others = Array.from({ length: 300 }, () => event())
      await appendCompanyEvents(box.store, company, others)

      await drainAuditOutbox(box.pool, box.store)
      const recorded = await box.recorded(company)
      t.equal(recorded.length, 900, 'each once')
      const known = new Set(ids)
      t.strictSame(
        recorded.filter((id) => known.has(id)),
        ids,
        'in order',
      )
      t.equal(await box.waiting(), 0)
      t.match(await verifyLog({ store: box.store }), { ok: true })
    },
  )
}
