import { fileURLToPath } from 'node:url'
import { collectReads } from '@ecmr/document-links'
import { verifyLog } from '@ecmr/event-store'
import t from 'tap'
import { startProcess } from '../support/child-process.js'
import { until } from '../support/until.js'
import { boxOfReads, logs } from './box-of-reads.js'

const RECORDING = fileURLToPath(new URL('recording-process.js', import.meta.url))
const RECORDERS = `application_name = 'recording process' and datname = current_database()`

/** Where a process is killed: a lock keeps it there. */
const moments = [
  { moment: 'while it takes reads', lock: 'documents.read_counts', isCollected: false },
  { moment: 'between the append and the deletion', lock: 'documents.outbox', isCollected: true },
] as const

for (const kind of logs)
  for (const { moment, lock, isCollected } of moments)
    t.test(`a process killed ${moment} leaves every read once, in ${kind}`, async (t) => {
      const box = await boxOfReads(t, kind)
      const document = await box.document()
      // So that there is a row to lock.
      await box.read(document, 1)
      await box.carry()
      await box.read(document, 700)
      if (isCollected) await collectReads(box.pool)
      const holder = await box.pool.connect()
      await holder.query(`begin; select from ${lock} for update`)
      const recording = startProcess(t, [RECORDING, ...box.places])
      const waitsForUs = `select from pg_stat_activity where ${RECORDERS} and wait_event_type = 'Lock'`
      await until(async () => (await box.pool.query(waitsForUs)).rowCount === 1, 'the lock')
      t.equal((await box.listed(document)).length, isCollected ? 701 : 1)
      recording.child.kill('SIGKILL')
      await recording.ended
      await box.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${RECORDERS}`)
      await until(
        async () => (await box.pool.query(`select from pg_stat_activity where ${RECORDERS}`)).rowCount === 0,
        'the end of its session',
      )
      await holder.query('rollback')
      holder.release()
      await box.read(document, 300, '2026-10-05T12:00:00Z')
      await Promise.all([box.carry(), box.carry(), box.carry()])
      const reads = await box.listed(document)
      t.equal(reads.length, 1_001)
      t.equal(new Set(reads.map(({ at }) => at)).size, 1_000, 'each once; the first is as old as another')
      t.match(await verifyLog({ store: box.store }), { ok: true })
    })
