import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEventStore, type RecordedEvent } from '@ecmr/event-store'
import t, { type Test } from 'tap'
import { logAfter } from '../contract/event-store/events.js'
import { tamper } from '../event-store/restore-older.js'
import { appendAll, forged, forgeries, placeOfForgery } from './forged-log.js'
import { openCli } from './ground.js'
import { checkpointOf, keepCheckpoint, logSigner, seal, storeCheckpoint } from './kept-checkpoints.js'

interface Problem {
  readonly problem: string
  readonly stream: string | null
  readonly revision: number | null
  readonly detail: string | RegExp
}

/** At these sizes there are checkpoints, besides the one at the end. */
const SIZES = [40, 120, 280]
const TABLES = ['log.events', 'evidence.tiles', 'evidence.checkpoints']
const LOG_COLUMNS = 'position, stream, revision, id, type, data, metadata, recorded_at, bytes, chain'

/** A log with its tree and checkpoints, which are kept in the database and in a folder. */
async function installation(t: Test) {
  const outside = join(t.testdir(), 'checkpoints')
  const signer = logSigner()
  const cli = await openCli(t, { env: { EVIDENCE_CHECKPOINTS: outside } })
  const { pool, url, ecmr, json } = cli
  await json('demo seed --notes 60 --seed 7')
  await json('projections rebuild all')
  const store = await openEventStore({ kind: 'postgres', url })
  t.teardown(() => store.close())
  const end = await seal(pool, store)
  await pool.query('insert into evidence.log_keys (vkey, from_size) values ($1, 0)', [signer.vkey])
  for (const size of [...SIZES, end]) {
    const checkpoint = await checkpointOf(pool, size, signer)
    await storeCheckpoint(pool, checkpoint)
    await keepCheckpoint(outside, checkpoint)
  }
  for (const table of TABLES)
    await pool.query(`create table public.${table.replace('.', '_')} as table ${table}`)
  return {
    ...cli,
    store,
    signer,
    outside,
    end,
    log: await logAfter(store, ''),
    /** What is found, and the whole of what is said for people. */
    async verify(options = '') {
      const { code, stdout, stderr } = await ecmr(`audit verify ${options} --json`)
      const report = JSON.parse(stdout || '{"problems":[]}')
      const problems: readonly Problem[] = report.problems
      return { code, stderr, report, problems }
    },
    async restore() {
      await tamper(pool, [
        `truncate log.events; insert into log.events (${LOG_COLUMNS}) select ${LOG_COLUMNS} from public.log_events`,
        ...TABLES.slice(1).map(
          (table) =>
            `delete from ${table}; insert into ${table} select * from public.${table.replace('.', '_')}`,
        ),
      ])
    },
  }
}

/** Puts another log in the place of the one that is there. */
async function replaceLog(
  { pool, store }: Awaited<ReturnType<typeof installation>>,
  events: readonly RecordedEvent[],
): Promise<void> {
  await tamper(pool, ['truncate log.events'])
  await appendAll(store, events)
}

const damaged = (level: number, index: number) =>
  `update evidence.tiles set hashes = set_byte(hashes, 40, (get_byte(hashes, 40) + 1) % 256)
   where level = ${level} and index = ${index}`

/** What is done in the database but to the log, and what is named first then. */
const inDatabase: Readonly<
  Record<string, { readonly sql: readonly string[]; readonly named: Partial<Problem> }>
> = {
  'a byte of a leaf': {
    sql: [damaged(0, 0)],
    named: { problem: 'tree_differs', detail: 'the stored tree has another leaf here (leaf 1)' },
  },
  'a byte of a node': {
    sql: [damaged(1, 0).replaceAll('40', '3')],
    named: { problem: 'tree_differs', detail: 'tile 0 of level 1 of the stored tree is damaged' },
  },
  'a tile taken away': {
    sql: ['delete from evidence.tiles where level = 0 and index = 0'],
    named: { problem: 'tree_differs', detail: 'tile 0 of level 0 of the stored tree is damaged' },
  },
  'the end of the tree cut off': {
    sql: ['delete from evidence.tiles where level = 0 and index = 1'],
    named: { problem: 'tree_differs', detail: 'the stored tree has 256 leaves' },
  },
  'the end of the log cut off': {
    sql: ['delete from log.events where position > 270'],
    named: {
      problem: 'missing',
      detail: /^the log holds 270 events, and the .* states \d+: its newest \d+ are/,
    },
  },
  'a checkpoint under another size': {
    sql: ['update evidence.checkpoints set size = 121 where size = 120'],
    named: {
      problem: 'checkpoint_differs',
      detail: 'the database’s checkpoint of size 121: it states the size 120',
    },
  },
  'a letter of a checkpoint': {
    sql: [`update evidence.checkpoints set note = replace(note, '2026', '2025') where size = 40`],
    named: {
      problem: 'checkpoint_differs',
      detail: /^the database’s checkpoint of size 40: the signature of \S+ \(\w{8}\) is wrong$/,
    },
  },
}

t.test('a tree is held against the log, and the log against checkpoints', async (t) => {
  const at = await installation(t)
  const { pool, log, end, outside, signer, verify, ecmr, refuses } = at

  await t.test('of an untouched log everything agrees', async (t) => {
    const { code, report } = await verify()
    t.equal(code, 0)
    const checkpoints = 2 * (SIZES.length + 1)
    t.match(report, { ok: true, events: end, since: null, tree: { size: end, checkpoints } })
    t.match(report.tree, { newest: { size: end }, root: /^[\w+/]{43}=$/ })
    t.match(
      (await ecmr('audit verify')).stdout,
      `\n${checkpoints} checkpoints agree with the tree of ${end} events; the newest, `,
    )
  })

  for (const [kind, forge] of Object.entries(forgeries)) {
    await t.test(`a log that was forged consistently, one event ${kind}, is named by the tree`, async (t) => {
      t.teardown(at.restore)
      const place = placeOfForgery(log, 40)
      const rewritten = forged(forge(log, place))
      await replaceLog(at, rewritten)
      const { code, problems } = await verify()
      t.equal(code, 1)
      const { stream, revision } = rewritten[place] ?? {}
      t.match(problems[0], { problem: kind, stream, revision, detail: `(leaf ${place})` })
      const differing = problems.filter(({ detail }) => /another root at its size$/.test(String(detail)))
      t.equal(differing.length, kind === 'missing' ? 4 : 6, 'the checkpoints after it, at both places')
    })
  }

  for (const [what, { sql, named }] of Object.entries(inDatabase)) {
    await t.test(`in the database: ${what}`, async (t) => {
      t.teardown(at.restore)
      await tamper(pool, sql)
      const { code, problems } = await verify()
      t.equal(code, 1)
      t.match(
        problems.find(({ problem }) => problem === named.problem),
        named,
        JSON.stringify(problems.slice(0, 3)),
      )
    })
  }

  const forger = logSigner()
  const [file = ''] = (await checkpointFiles(outside)).slice(1)
  const genuine = await readFile(file, 'utf8')
  const outsideDamages: Readonly<Record<string, { readonly note: string; readonly fault: RegExp }>> = {
    'an empty file': { note: '', fault: /the last line of the note does not end$/ },
    'a checkpoint by another key': {
      note: (await checkpointOf(pool, 120, forger)).note,
      fault: /: no known key has signed the note$/,
    },
    'another checkpoint in its place': {
      note: (await checkpointOf(pool, 40, signer)).note,
      fault: /: it states the size 40$/,
    },
    'a letter changed': { note: genuine.replace('2026', '2025'), fault: /is wrong$/ },
  }
  for (const [what, { note, fault }] of Object.entries(outsideDamages)) {
    await t.test(`outside: ${what}`, async (t) => {
      t.teardown(() => writeFile(file, genuine))
      await writeFile(file, note)
      const { code, problems } = await verify()
      t.equal(code, 1)
      t.match(problems, [{ problem: 'checkpoint_differs', detail: fault }])
      t.equal(problems.length, 1)
    })
  }

  await t.test('only the given keys are believed', async (t) => {
    const { problems } = await verify(`--key ${forger.vkey}`)
    t.equal(problems.length, 2 * (SIZES.length + 1))
    t.equal((await verify(`--key ${forger.vkey} --key ${signer.vkey}`)).code, 0)
    await refuses(
      t,
      'audit verify --key nonsense',
      /the verifier key is not of the form <name>\+<id>\+<key>\./,
    )
    await refuses(t, `audit verify --checkpoints ${file}`, /is no directory/)
  })

  await t.test('after a checkpoint that is believed only what came later is verified', async (t) => {
    t.teardown(at.restore)
    for (const name of await checkpointFiles(outside)) {
      const { code, report } = await verify(`--since ${name}`)
      t.equal(code, 0)
      const since = Number(/(\d{20})-/.exec(name)?.[1])
      const events = end - (since - (since % 256))
      t.match(report, { since, events, tree: { size: end, root: /=$/ } })
    }
    const since = `--since ${(await checkpointFiles(outside)).at(-2)}`
    await tamper(pool, [`update log.events set data = '{}' where position in (20, 290)`])
    const { code, problems } = await verify(since)
    t.equal(code, 1)
    t.equal(problems.length, 1, 'what was changed before it is not looked at')
    t.match(problems, [{ problem: 'changed', stream: log[289]?.stream, revision: log[289]?.revision }])

    const sentence =
      /The stored tree does not have the root that .* states for 280 events\. Verify the whole log/
    await pool.query(damaged(0, 1).replaceAll('40', '3'))
    await refuses(t, `audit verify ${since}`, sentence)
    await pool.query('delete from evidence.tiles')
    await refuses(t, `audit verify ${since}`, sentence)
    await refuses(t, 'audit verify --since nowhere', /nowhere is no checkpoint of this log: ENOENT/)
    await refuses(t, `audit verify ${since} --key ${forger.vkey}`, /no known key has signed the note\.$/m)
  })

  await t.test('an installation without a tree goes on as before', async (t) => {
    await pool.query('drop schema evidence cascade')
    await rm(outside, { recursive: true })
    delete at.env.EVIDENCE_CHECKPOINTS
    t.match((await verify()).report, { ok: true, tree: null, since: null })
    t.notMatch((await ecmr('audit verify')).stdout, /checkpoint/)
  })
})

async function checkpointFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).sort((a, b) => (a < b ? -1 : 1)).map((name) => join(folder, name))
}
