import { openPlace, type Original, type WorkerTask } from '@ecmr/backup'
import { openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import { openObjectStorage } from '@ecmr/storage'
import type { Test } from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { SECRET_KEY } from '../support/service-ground.js'

/** An installation with one document, and a place for its backups. */
export async function installation(t: Test) {
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 6, name: 'test' })
  const store = await openPostgresEventStore({ url })
  t.teardown(async () => {
    await store.close()
    await pool.end()
  })
  const storage = { kind: 'local', directory: await emptyDirectory(t) } as const
  const objects = openObjectStorage(storage)
  await objects.put(Buffer.from('a document'))
  const source = { kind: 'local', directory: await emptyDirectory(t) } as const
  const original: Original = {
    pool,
    store,
    kind: 'postgres',
    objects,
    secretKey: SECRET_KEY,
    version: '0.1.0',
  }
  const task: WorkerTask = {
    ...{ url, eventStore: { kind: 'postgres' }, storage, place: source },
    ...{ secret: undefined, secretKey: SECRET_KEY, version: '0.1.0' },
  }
  return { pool, original, task, place: openPlace(source), directory: source.directory }
}
