import { assertLogLocation, LogIsElsewhere } from '@ecmr/event-store'
import { type EmbeddedPostgres, type openPool, startEmbeddedPostgres } from '@ecmr/postgres'
import { type Config, StartFault } from '@ecmr/runtime'

/** The PostgreSQL of the configuration; the embedded one is started. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: (line: string) => void,
): Promise<EmbeddedPostgres> {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, log })
  return { url: databaseUrl, stop: async () => undefined }
}

/** @throws StartFault when there is no answer */
export async function mustAnswer(pool: ReturnType<typeof openPool>, url: string): Promise<void> {
  await pool.query('select 1').catch((error: unknown) => {
    const { host, pathname } = new URL(url)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartFault(`PostgreSQL at ${host}${pathname} cannot be used (${reason}): check DATABASE_URL.`)
  })
}

/** @throws StartFault when the log of this installation is in another store than the configuration names */
export async function mustHoldLog(
  pool: ReturnType<typeof openPool>,
  { eventStore }: Pick<Config, 'eventStore'>,
): Promise<void> {
  await assertLogLocation(pool, eventStore.kind).catch((error: unknown) => {
    if (error instanceof LogIsElsewhere) throw new StartFault(`Not started: ${error.message}.`)
    throw error
  })
}
