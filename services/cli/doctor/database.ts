import type { openPool } from '@ecmr/postgres'
import { type Check, type Found, ok, problem, warning } from './finding.js'

type Pool = ReturnType<typeof openPool>

const OLDEST = 140_000
const EXTENSIONS = ['pg_trgm', 'btree_gin'] as const
const ZONES = ['Europe/Madrid', 'Atlantic/Canary', 'UTC'] as const
const FEW_LEFT = 0.2

interface Server {
  readonly version: string
  readonly number: number
  readonly encoding: string
  readonly may_create: boolean
  readonly durability: string
  readonly used: number
  readonly most: number
  readonly installed: readonly string[]
  readonly available: readonly string[]
}

const ABOUT_SERVER = `select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_version_num')::int as number,
    pg_encoding_to_char(encoding) as encoding,
    has_database_privilege(current_database(), 'create') as may_create,
    concat_ws(', ', case when current_setting('fsync') = 'off' then 'fsync' end,
      case when current_setting('full_page_writes') = 'off' then 'full_page_writes' end,
      case when current_setting('synchronous_commit') = 'off' then 'synchronous_commit' end) as durability,
    (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
    current_setting('max_connections')::int as most,
    array(select extname::text from pg_extension where extname = any ($1)) as installed,
    array(select name::text from pg_available_extensions where name = any ($1)) as available
  from pg_database where datname = current_database()`

/** What PostgreSQL must be like. */
export const checksOfDatabase = (pool: Pool): readonly Check[] => [
  {
    name: 'database',
    otherwise: 'Check that PostgreSQL runs and that DATABASE_URL is correct.',
    async look() {
      const { rows } = await pool.query<Server>(ABOUT_SERVER, [EXTENSIONS])
      const [server] = rows
      return server
        ? aboutServer(server)
        : problem('PostgreSQL says nothing of itself.', 'Check DATABASE_URL.')
    },
  },
  {
    name: 'time zones',
    otherwise:
      'Install the time zones of the operating system (Debian: tzdata) for PostgreSQL and for Node.js.',
    look: () => timeZones(pool),
  },
]

/** Everything that is wrong with a server, or that nothing is. */
export function aboutServer(server: Server): readonly Found[] {
  const missing = EXTENSIONS.filter((name) => !server.installed.includes(name))
  const absent = missing.filter((name) => !server.available.includes(name))
  const wrong = [
    server.number < OLDEST &&
      problem(`PostgreSQL ${server.version} is too old.`, 'Move the database to PostgreSQL 14 or newer.'),
    server.encoding !== 'UTF8' &&
      problem(`The database is encoded in ${server.encoding}.`, 'Create it anew with the encoding UTF8.'),
    server.durability !== '' &&
      problem(
        `PostgreSQL runs without ${server.durability}: a crash may take back what was acknowledged.`,
        `Switch ${server.durability} on.`,
      ),
    absent.length > 0 &&
      problem(
        `The server lacks the extension ${absent.join(' and ')}.`,
        'Install the additional modules of PostgreSQL (Debian: postgresql-contrib).',
      ),
    missing.length > absent.length &&
      !server.may_create &&
      problem(
        `The database user may not create the extension ${missing.join(' and ')}.`,
        `Run "create extension" for ${missing.join(' and ')} as an administrator.`,
      ),
    !server.may_create &&
      problem('The database user may not create schemas.', 'Grant the user CREATE on the database.'),
    server.most - server.used < server.most * FEW_LEFT &&
      warning(
        `${server.used} of ${server.most} connections are in use.`,
        'Raise max_connections: each process of the service opens up to 20.',
      ),
  ].filter((found) => found !== false)
  if (wrong.length > 0) return wrong
  return [ok(`PostgreSQL ${server.version}, ${server.used} of ${server.most} connections in use.`)]
}

async function timeZones(pool: Pool): Promise<Found> {
  const { rows } = await pool.query<{ name: string }>(
    'select name from pg_timezone_names where name = any ($1)',
    [ZONES],
  )
  const known = new Set(rows.map(({ name }) => name))
  for (const zone of ZONES) {
    // Throws a RangeError for a zone that Node.js was built without.
    new Intl.DateTimeFormat('es', { timeZone: zone }).format()
    if (!known.has(zone)) throw new Error(`PostgreSQL does not know the time zone ${zone}.`)
  }
  return ok('PostgreSQL and Node.js know the time zones that are shown.')
}
