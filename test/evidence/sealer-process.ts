import { openPostgresEventStore } from '@ecmr/event-store'
import { catchUp, openKey, sealAsLeader, sealedTree, TreeMoved } from '@ecmr/evidence'
import { openPool } from '@ecmr/postgres'

// Seals a log as services do, with checkpoints all the time, and beside that appends leaves without a pause and without
// leading: `node sealer-process.js <database> <key file>`. It ends when it is killed.
const [, , url = '', path = ''] = process.argv
const pool = openPool({ url, max: 6, name: 'sealer' })
const store = await openPostgresEventStore({ url })
const evidence = {
  key: { path, isGenerated: false },
  checkpoints: undefined,
  tsaUrl: undefined,
  witnesses: [],
}
const key = await openKey({ evidence, siteUrl: 'https://notes.example.com' })
if (!key) throw new Error('there is no key')
const { signal } = new AbortController()

async function appendAlways(): Promise<void> {
  for (;;)
    try {
      await catchUp({ pool, store, tree: await sealedTree(pool), signal })
    } catch (error) {
      if (!(error instanceof TreeMoved)) throw error
    }
}

const warn = (fields: object): void => void process.stdout.write(`${JSON.stringify(fields)}\n`)
const log = { info: () => undefined, warn }
void sealAsLeader({ url, pool, store, key, evidence, signal, log, checkpointEveryMs: 5 })
void appendAlways()
process.stdout.write('seals\n')
