import { isDeepStrictEqual } from 'node:util'
import type { ChangeWebhook } from '@ecmr/contract'
import type { JsonObject, JsonValue } from '@ecmr/domain'
import { auditedUrl } from './audited-endpoint.js'
import type { EndpointRow } from './command-endpoint.js'

/** What differs from the endpoint as it is. */
export function differences(endpoint: EndpointRow, asked: ChangeWebhook): ChangeWebhook {
  const now = asGiven(endpoint)
  return Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => !isDeepStrictEqual(value, now[name])),
  )
}

/** The differences as the audit trail keeps them: by field, what was and what is. */
export function beforeAndAfter(endpoint: EndpointRow, changes: ChangeWebhook): JsonObject {
  const before = asGiven(endpoint)
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      { old: audited(name, before[name] ?? null), new: audited(name, value) },
    ]),
  )
}

function audited(name: string, value: JsonValue): JsonValue {
  return name === 'url' && typeof value === 'string' ? auditedUrl(value) : value
}

/** An endpoint in the words of a change. */
function asGiven({
  url,
  events,
  description,
  max_per_second,
  status,
}: EndpointRow): Readonly<Record<string, JsonValue>> {
  return { url, events, description, max_per_second, enabled: status === 'active' }
}
