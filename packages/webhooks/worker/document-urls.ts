import { withDocumentUrl } from '../deliveries/payload.js'
import type { Claimed } from './claim.js'

/** The public addresses of a company's documents, by document; those that have none, or cannot be shown, are left out. */
export type DocumentUrls = (
  company: string,
  documentIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** Deliveries with the address of the document in their bodies, where it is wanted; the bodies that are stored have none. */
export async function tellDocumentUrls(
  deliveries: readonly Claimed[],
  urlsOf: DocumentUrls,
): Promise<readonly Claimed[]> {
  const byCompany = new Map<string, Set<string>>()
  for (const { company_id, told_document_id } of deliveries) {
    if (told_document_id === null) continue
    const wanted = byCompany.get(company_id) ?? new Set()
    byCompany.set(company_id, wanted.add(told_document_id))
  }
  const found = await Promise.all([...byCompany].map(([company, ids]) => urlsOf(company, [...ids])))
  const urls = new Map(found.flatMap((some) => [...some]))
  return deliveries.map((delivery) => {
    const url = delivery.told_document_id === null ? undefined : urls.get(delivery.told_document_id)
    return url === undefined ? delivery : { ...delivery, payload: withDocumentUrl(delivery.payload, url) }
  })
}
