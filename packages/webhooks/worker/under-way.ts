/** Counts attempts under way. */
export interface UnderWay {
  readonly total: number
  /** by id; only those that have any */
  readonly byEndpoint: Readonly<Record<string, number>>
  readonly byCompany: Readonly<Record<string, number>>
  begin(attempt: { readonly endpoint_id: string; readonly company_id: string }): void
  end(attempt: { readonly endpoint_id: string; readonly company_id: string }): void
}

export function countUnderWay(): UnderWay {
  const endpoints = new Map<string, number>()
  const companies = new Map<string, number>()
  let total = 0
  return {
    get total() {
      return total
    },
    get byEndpoint() {
      return Object.fromEntries(endpoints)
    },
    get byCompany() {
      return Object.fromEntries(companies)
    },
    begin({ endpoint_id, company_id }) {
      total += 1
      change(endpoints, endpoint_id, 1)
      change(companies, company_id, 1)
    },
    end({ endpoint_id, company_id }) {
      total -= 1
      change(endpoints, endpoint_id, -1)
      change(companies, company_id, -1)
    },
  }
}

function change(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}
