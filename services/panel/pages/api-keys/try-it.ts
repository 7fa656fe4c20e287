import type { ApiKey, Scope } from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'

const DAY_MS = 24 * 3_600_000

/** A command to try a new key with. */
export interface Trial {
  readonly scope: Exclude<Scope, 'ocr'>
  readonly command: string
}

/** What a new key is tried with, according to what it allows: one that writes creates a note. */
export function trialOf(
  { key, clear }: { readonly key: ApiKey; readonly clear: string },
  { siteUrl, now }: { readonly siteUrl: string; readonly now: Date },
): Trial | undefined {
  const curl = (path: string): string => `curl -s ${siteUrl}/api/${path} -H 'X-API-Key: ${clear}'`
  if (key.scopes.includes('ecmrs:write')) {
    const pickup_date = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
    const body = JSON.stringify({ ...createExample, pickup_date }, null, 2)
    const command = `${curl('ecmrs')} \\\n  -H 'Content-Type: application/json' -d '${body}'`
    return { scope: 'ecmrs:write', command }
  }
  if (key.scopes.includes('ecmrs:read')) return { scope: 'ecmrs:read', command: curl('ecmrs') }
  if (key.scopes.includes('webhooks')) return { scope: 'webhooks', command: curl('webhooks') }
  return undefined
}
