import { setHashCost } from '@ecmr/accounts/testing'
import { commandHandler, invitationSecrets, numberPool } from '@ecmr/application'
import { openUploads } from '@ecmr/attachments'
import { openPostgresEventStore } from '@ecmr/event-store'
import { keyWrap, openedStore, openKeyring } from '@ecmr/personal-data'
import { openListener, openPool } from '@ecmr/postgres'
import { projectionPositions, runProjection } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { addressGuard, fileFetcher, secretBox } from '@ecmr/webhooks'
import type { Test } from 'tap'
import { databaseWithTables } from './database-with-tables.js'
import { plainFiles } from './document-files.js'
import { readerOfNothing } from './document-reader.js'
import { emptyDirectory } from './empty-directory.js'

/** https, so that cookies are as in production. */
export const SITE_URL = 'https://ecmr.example'

/** What a process that works on the same database is started with. */
export const SECRET_KEY = 'a key for tests, 32 characters or more'

/** Who does things in tests. */
export const operator = { kind: 'operator', id: 'test' } as const

/** A password is hashed in a moment. */
export const CHEAP = { ln: 4, r: 8, p: 1 }

/**
 * What both interfaces, for programs and for people, stand on: a database of their own with its tables, the event log,
 * and projections running beside them. Passwords are hashed cheaply.
 */
export async function serviceGround(t: Test, name: string) {
  setHashCost(CHEAP)
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 4, name })
  const listener = openListener(url, name)
  const recorded = await openPostgresEventStore({ url, listener })
  const dataKeys = openKeyring({ pool, wrap: keyWrap(SECRET_KEY) })
  const store = openedStore(recorded, dataKeys)
  const positions = projectionPositions({ pool, listener })
  const uploads = openUploads(await emptyDirectory(t))
  const urlRules = { guard: addressGuard(['127.0.0.0/8']), httpsOnly: false }
  const stop = new AbortController()
  const running = Promise.all(
    projections.map((projection) => runProjection({ projection, store, url, pool, signal: stop.signal })),
  )
  const stopProjections = async (): Promise<void> => {
    stop.abort()
    await running
  }
  t.teardown(async () => {
    await stopProjections()
    await uploads.close()
    positions.close()
    await listener.close()
    await recorded.close()
    await pool.end()
  })
  return {
    url,
    stopProjections,
    /** what either is handed, among other things */
    dependencies: {
      store,
      recorded,
      dataKeys,
      commands: commandHandler({ store: recorded, keys: dataKeys }),
      pool,
      positions,
      numbers: numberPool({ pool }),
      files: plainFiles(),
      documents: readerOfNothing,
      signing: invitationSecrets(SECRET_KEY),
      uploads,
      fetchFile: fileFetcher({ rules: urlRules }),
      webhooks: { secrets: secretBox('test'), urlRules },
      siteUrl: SITE_URL,
      version: '0.0.0-test',
      // A PostgreSQL that many tests use may be slow for a moment.
      storeWaitMs: 10_000,
    },
  }
}
