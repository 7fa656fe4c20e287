import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EventStore, openEventStore, type RecordedEvent } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { tamper } from '../event-store/restore-older.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { appendAll, forged, forgeries, placeOfForgery } from './forged-log.js'
import { type Cli, openCli } from './ground.js'
import { checkpointOf, keepCheckpoint, logSigner, seal, storeCheckpoint } from './kept-checkpoints.js'

/** An installation, and how an operator takes all events out of its log. */
interface Ground extends Cli {
  readonly store: () => Promise<EventStore>
  readonly emptyLog: () => Promise<void>
}

const grounds: Readonly<Record<string, (t: Test, dir: string) => Promise<Ground>>> = {
  PostgreSQL: async (t) => {
    const cli = await openCli(t)
    return {
      ...cli,
      store: () => openEventStore({ kind: 'postgres', url: cli.url }),
      emptyLog: () => tamper(cli.pool, ['truncate log.events']),
    }
  },
  EventStoreDB: async (t, dir) => {
    const file = join(dir, 'events')
    let server = await startEventStoreDb({ file })
    t.teardown(() => server.stop())
    const { url, port } = server
    const cli = await openCli(t, { env: { EVENTSTOREDB_URL: url, EVENT_STORE: 'eventstoredb' } })
    return {
      ...cli,
      store: () => openEventStore({ kind: 'eventstoredb', url }),
      async emptyLog() {
        await server.stop()
        await rm(file)
        server = await startEventStoreDb({ file, port })
      },
    }
  },
}

for (const [product, ground] of Object.entries(grounds)) {
  t.test(`on ${product} a log that was forged with all that is made of it`, async (t) => {
    const dir = t.testdir()
    const { pool, env, json, ecmr, store: open, emptyLog } = await ground(t, dir)
    const [outside, auditors] = [join(dir, 'outside'), join(dir, 'auditors')]
    const signer = logSigner()
    const withStore = async <Result>(work: (store: EventStore) => Promise<Result>): Promise<Result> => {
      const store = await open()
      return work(store).finally(() => store.close())
    }
    const verify = async (options = '') => {
      const { code, stdout } = await ecmr(`audit verify ${options} --json`)
      return { code, ...JSON.parse(stdout) }
    }
    /** The operator has the log's key, and can sign whatever the log is. */
    const sign = async (size: number) => {
      const checkpoint = await checkpointOf(pool, size, signer)
      await storeCheckpoint(pool, checkpoint)
      return checkpoint
    }

    await json('demo seed --notes 60 --seed 7')
    await json('projections rebuild all')
    await pool.query('insert into evidence.log_keys (vkey, from_size) values ($1, 0)', [signer.vkey])
    const end = await withStore((store) => seal(pool, store))
    let newest = ''
    for (const size of [40, 120, 280]) newest = await keepCheckpoint(outside, await sign(size))
    await keepCheckpoint(auditors, await checkpointOf(pool, 120, signer))
    const log = await withStore((store) => logAfter(store, ''))

    await t.test('is proven after a checkpoint as long as it is untouched', async (t) => {
      const report = { code: 0, since: 280, events: end - 256, tree: { size: end, checkpoints: 1 } }
      t.match(await verify(`--since ${newest}`), report)
    })

    const place = placeOfForgery(log, 40)
    const rewritten = forged(forgeries.changed(log, place))
    await emptyLog()
    await withStore((store) => appendAll(store, rewritten))
    await withStore((store) => seal(pool, store, true))
    await pool.query('delete from evidence.checkpoints')
    for (const size of [40, 120, 280]) await sign(size)
    await json('projections rebuild all --drop-old')

    await t.test('is not told by what is in the database', async (t) => {
      t.match(await verify(), { code: 0, ok: true, problems: [], tree: { checkpoints: 3 } })
    })

    const namedAt = (index: number) => {
      const { stream, revision }: Partial<RecordedEvent> = rewritten[index] ?? {}
      return { problem: 'changed', stream, revision }
    }
    await t.test('is told by the checkpoints outside, which bracket the first event', async (t) => {
      env.EVIDENCE_CHECKPOINTS = outside
      const { code, problems } = await verify()
      t.equal(code, 1)
      t.equal(problems.length, 2)
      const first =
        'one of the 80 events from this one on is not the one that was recorded: the checkpoint 0*120-'
      t.match(problems, [
        { ...namedAt(40), detail: new RegExp(`^${first}.*; up to size 40 a checkpoint agrees`) },
        {
          problem: 'checkpoint_differs',
          detail: /0*280-\w+.note: the log’s tree has another/,
        },
      ])
      delete env.EVIDENCE_CHECKPOINTS
    })

    await t.test('is told by the one checkpoint that an auditor has', async (t) => {
      const { code, problems } = await verify(`--checkpoints ${auditors}`)
      t.equal(code, 1)
      t.match(problems, [{ ...namedAt(0), detail: /^one of the 120 events .*; no smaller one agrees/ }])
      t.equal(problems.length, 1)
      t.match((await ecmr(`audit verify --since ${auditors}/nothing`)).stderr, /is no checkpoint of this log/)
    })
  })
}
