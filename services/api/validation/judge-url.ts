import type { Fault } from '@ecmr/domain'
import { checkUrl, type UrlRules } from '@ecmr/webhooks'

/** For a route with the URL of a webhook: its faults are reported together with the others. */
export function judgeUrl(rules: UrlRules): (faults: readonly Fault[], body: unknown) => readonly Fault[] {
  return (faults, body) => {
    if (typeof body !== 'object' || body === null || !('url' in body)) return faults
    const isFaulty = faults.some(({ pointer }) => pointer === '/url')
    if (isFaulty || typeof body.url !== 'string') return faults
    const checked = checkUrl(body.url, rules)
    return checked instanceof URL ? faults : [checked, ...faults]
  }
}
