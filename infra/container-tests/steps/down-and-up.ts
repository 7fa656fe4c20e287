import { Type } from '@sinclair/typebox'
import type { Company } from '../../harness/operator.js'
import { accepted, send } from '../../harness/requests.js'
import type { CustomerServer } from '../customer.js'
import type { Installation } from '../installation.js'
import { accountsOf } from './first-company.js'
import { announcedNote, type FirstNote, hashAt } from './first-note.js'

const anything = Type.Record(Type.String(), Type.Unknown())

/** Takes all containers down and starts new ones on the same volumes: what was there is there, and work goes on. */
export async function downAndUp(
  installation: Installation,
  company: Company,
  note: FirstNote,
  { customer, within }: { readonly customer: CustomerServer; readonly within: number },
): Promise<void> {
  const { site } = installation
  const before = await stateOf(installation, company, note)
  await installation.compose('down')
  const left = await installation.containers()
  if (left.length > 0) throw new Error(`down leaves ${left.map(({ Name }) => Name).join(', ')}`)
  await installation.compose('up', '--detach')
  await installation.untilHealthy(within)
  customer.restarted()
  const after = await stateOf(installation, company, note)
  for (const [what, text] of Object.entries(before))
    if (after[what] !== text) throw new Error(`${what} was ${text} and is ${after[what]}`)
  await announcedNote(site, company.key, customer)
}

async function stateOf(
  installation: Installation,
  company: Company,
  { id, documentUrl, sha256 }: FirstNote,
): Promise<Readonly<Record<string, string>>> {
  const read = async (path: string) =>
    JSON.stringify(await accepted(await send(installation.site + path, company.key), anything))
  const hash = await hashAt(documentUrl)
  if (hash !== sha256) throw new Error('the document has other bytes')
  return {
    note: await read(`/api/ecmrs/${id}`),
    'history of the note': await read(`/api/ecmrs/${id}/events`),
    accounts: await accountsOf(installation, company),
  }
}
