import { ASSISTANTS_ROLE, oauthRights } from '@ecmr/accounts/oauth'
import { missingRights } from '@ecmr/postgres'
import { readingRights } from '@ecmr/read-models'
import { webhookOverviewRights } from '@ecmr/webhooks/overview'
import type { Pool } from 'pg'

const RIGHTS = [...readingRights, ...oauthRights, ...webhookOverviewRights]

const START_API = 'start the api of this release, which makes the tables and says who may do what with them'

/**
 * Looks whether this service can do its work: it makes no tables and gives itself no rights.
 *
 * @param pool by connections of the role ASSISTANTS_ROLE
 * @throws a sentence that says what an operator has to do
 */
export async function findTables(pool: Pool): Promise<void> {
  const missing = await missingRights(pool, RIGHTS).catch((error: unknown) => {
    throw aboutRole(error) ?? error
  })
  const [first] = missing
  if (first === undefined) return
  const absent = missing.find(({ isThere }) => !isThere)
  if (absent !== undefined) throw new Error(`PostgreSQL does not have ${absent.on} yet: ${START_API}.`)
  throw new Error(`The role ${ASSISTANTS_ROLE} may not use ${first.on} as it has to: ${START_API}.`)
}

/** What is wrong with the role, when that is what keeps us from connecting. */
function aboutRole(error: unknown): Error | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case '22023':
      return new Error(
        `PostgreSQL has no role ${ASSISTANTS_ROLE}: start the api once, or, if its user may make no roles, run "create role ${ASSISTANTS_ROLE}" there and start the api again.`,
      )
    case '42501':
      return new Error(
        `The user of DATABASE_URL may not act as ${ASSISTANTS_ROLE}: run "grant ${ASSISTANTS_ROLE} to" that user in PostgreSQL, or let ${ASSISTANTS_ROLE} itself log in.`,
      )
    default:
      return undefined
  }
}
