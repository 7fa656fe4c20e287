import { Pace } from '@ecmr/process-pool'
import type { DocumentReader } from '../port.js'

/** What a page is expected to take before one has been read here. */
export const EXPECTED_SECONDS = 5

/** More readings a company does not have under way at once, waiting ones included. */
export const READINGS_AT_ONCE = 4

/** A reader that refuses a company which has `most` readings under way. */
export function limitedPerCompany(reader: DocumentReader, most = READINGS_AT_ONCE): DocumentReader {
  const underWay = new Map<string, number>()
  const pace = new Pace(EXPECTED_SECONDS)
  return {
    async read(request) {
      const { companyId } = request
      const before = underWay.get(companyId) ?? 0
      const retryAfterSeconds = Math.ceil(pace.seconds)
      if (before >= most) return { ok: false, fault: { code: 'too_many_at_once', retryAfterSeconds } }
      underWay.set(companyId, before + 1)
      const started = performance.now()
      try {
        return await reader.read(request)
      } finally {
        pace.took((performance.now() - started) / 1000)
        const left = (underWay.get(companyId) ?? 1) - 1
        if (left > 0) underWay.set(companyId, left)
        else underWay.delete(companyId)
      }
    },
  }
}
