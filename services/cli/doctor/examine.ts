import { assertLogLocation, type EventStore, openEventStore } from '@ecmr/event-store'
import { connectEmbedded, hasCluster, openPool } from '@ecmr/postgres'
import { type Config, ConfigError, loadConfig, reasonOf } from '@ecmr/runtime'
import { logLocation } from '../installation.js'
import { checksOfSite } from './certificates.js'
import { checksOfDatabase } from './database.js'
import { checksOfWork } from './derived.js'
import { asSentence, type Check, type Finding, lookAt, notChecked, ok, problem, warning } from './finding.js'
import { checksOfMachine } from './machine.js'
import { checksOfRoles } from './roles.js'
import { checksOfTables } from './schema.js'
import { checksOfLog, checksOfServers } from './servers.js'

const STATEMENT_MS = 8_000

/**
 * Looks at everything that an installation stands on. It changes nothing, but that it starts the embedded PostgreSQL of a
 * service that does not run.
 *
 * @param onFinding called with each finding as soon as it is known, in order
 */
export async function examine(onFinding: (finding: Finding) => void): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const find = (...found: readonly Finding[]): void => {
    findings.push(...found)
    found.forEach(onFinding)
  }
  const config = configuration(find)
  if (config === undefined) return findings
  const look = async (checks: readonly Check[]): Promise<void> => {
    const all = checks.map(lookAt)
    for (const one of all) find(...(await one))
  }
  await look(checksOfMachine(config))
  await withDatabase(config, find, look)
  await look([...checksOfServers(config), ...checksOfSite(config)])
  return findings
}

type Find = (...found: readonly Finding[]) => void

function configuration(find: Find): Config | undefined {
  const check = 'configuration'
  try {
    const config = loadConfig()
    const todo = 'Correct the setting, or remove it.'
    if (config.warnings.length === 0) find({ check, ...ok('Every setting can be read.') })
    else find(...config.warnings.map((sentence) => ({ check, ...warning(sentence, todo) })))
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    find(
      ...error.faults.map((fault) => ({
        check,
        ...problem(fault, 'Correct it; the services do not start.'),
      })),
    )
    return undefined
  }
}

/** The checks that need PostgreSQL, or that it cannot be used. */
async function withDatabase(
  config: Config,
  find: Find,
  look: (checks: readonly Check[]) => Promise<void>,
): Promise<void> {
  const server = await databaseServer(config).catch((error: unknown) => {
    const todo = 'Start the service once, or set DATABASE_URL to your PostgreSQL.'
    find({ check: 'database', ...problem(asSentence(reasonOf(error)), todo) })
  })
  if (!server) return
  const pool = openPool({ url: server.url, max: 4, name: 'ecmr doctor', timeoutMs: STATEMENT_MS })
  let opened: Promise<EventStore> | undefined
  const openStore = (): Promise<EventStore> => {
    opened ??= openLog(config, server.url, pool)
    return opened
  }
  try {
    await look(checksOfDatabase(pool))
    const tables = await hasTables(pool).catch(() => undefined)
    if (tables)
      await look([
        ...checksOfTables(pool),
        ...checksOfRoles(pool),
        ...checksOfLog(pool, openStore),
        ...checksOfWork(config, pool, openStore),
      ])
    else if (tables === false)
      find({
        check: 'tables',
        ...notChecked('There are none yet; the first start of the service creates them.'),
      })
  } finally {
    await opened?.then((store) => store.close()).catch(() => undefined)
    await pool.end()
    await server.stop()
  }
}

interface DatabaseServer {
  readonly url: string
  stop(): Promise<void>
}

/** The embedded one is started when the service does not run, and is not created. */
async function databaseServer({ databaseUrl: url, dataDir }: Config): Promise<DatabaseServer> {
  if (url !== undefined) return { url, stop: async () => undefined }
  if (!(await hasCluster(dataDir))) throw new Error(`there is no database in ${dataDir} yet.`)
  return connectEmbedded(dataDir)
}

async function openLog(config: Config, url: string, pool: ReturnType<typeof openPool>): Promise<EventStore> {
  await assertLogLocation(pool, config.eventStore.kind)
  return openEventStore(logLocation(config.eventStore.kind, config, url))
}

async function hasTables(pool: ReturnType<typeof openPool>): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regclass('log.home') is not null and to_regclass('accounts.companies') is not null as there",
  )
  return rows[0]?.there === true
}
