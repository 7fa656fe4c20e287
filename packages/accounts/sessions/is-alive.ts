import { sql } from 'kysely'
import { IDLE_MS } from './session.js'

/** The condition under which a session in the table is one: by the database's clock, which is the same for all processes. */
export const isAlive = sql<boolean>`(expires_at > now()
  and last_seen_at > now() - make_interval(secs => ${IDLE_MS / 1_000}))`
