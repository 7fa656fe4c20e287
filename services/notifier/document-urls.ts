import { type AddressWriter, addressOf, inspectionLinks } from '@ecmr/document-links'
import { actingFor } from '@ecmr/domain'
import type { DocumentUrls } from '@ecmr/webhooks'
import type { Pool } from 'pg'

/** The addresses in the QR codes of documents, for webhooks whose owner wants them; closed ones too, so that a repeat says the same. */
export function documentUrls(pool: Pool, writer: AddressWriter): DocumentUrls {
  return async (company, documentIds) => {
    const links = await inspectionLinks(pool, actingFor(company), documentIds)
    return new Map(
      [...links].flatMap(([id, link]) => {
        try {
          return [[id, addressOf(link, writer)]]
        } catch {
          // Sealed under another key, as the webhook's secret is then: the attempt fails for that reason, and says so.
          return []
        }
      }),
    )
  }
}
