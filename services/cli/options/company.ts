import { type Company, findCompany } from '@ecmr/accounts'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'

/** The company that an option or argument names. */
export async function companyNamed({ pool }: Installation, idOrName: string): Promise<Company> {
  const company = await findCompany(pool, idOrName)
  if (company === undefined) {
    throw new CommandFailed(`There is no company "${idOrName}"; "ecmr companies list" shows those there are.`)
  }
  return company
}
