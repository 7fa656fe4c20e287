import { listCompanies } from '@ecmr/accounts'
import { actingFor, parseEcmrNumber } from '@ecmr/domain'
import { noteIdByNumber } from '@ecmr/read-models'
import { validate } from 'uuid'
import { CommandFailed } from './failure.js'
import type { Installation } from './installation.js'

/** The id of a note that is named by its id or its number. */
export async function findNote({ pool }: Installation, idOrNumber: string): Promise<string> {
  if (validate(idOrNumber)) return idOrNumber.toLowerCase()
  const number = parseEcmrNumber(idOrNumber)
  if (number === undefined) {
    throw new CommandFailed(`"${idOrNumber}" is not a consignment note id or number.`)
  }
  for (const company of await listCompanies(pool)) {
    const id = await noteIdByNumber(pool, actingFor(company.id), number)
    if (id !== undefined) return id
  }
  throw new CommandFailed(`Consignment note ${number} not found.`)
}
