import { findCompany, scopes } from '@ecmr/accounts'
import { meView } from '@ecmr/contract'
import { accountOf, isTestCompany } from '@ecmr/domain'
import { MOST_ENDPOINTS } from '@ecmr/webhooks'
import type { Route } from '../../api-server.js'
import { companyRequests } from '../../plugins/rate-limits.js'
import { bodyBytesPerMinute } from '../../plugins/write-volume.js'
import { notFound } from '../../problems/not-found.js'
import { readProblems } from '../problem-answers.js'

/** Whose key a program has, and what it may do with it. Any good key may ask; the key itself is not said. */
export const readMe: Route = (app, { pool, limits, version }) => {
  app.get(
    '/api/me',
    {
      config: { access: scopes },
      schema: {
        operationId: 'readMe',
        tags: ['Usage'],
        summary: 'Read whose API key this is, what it may do, and its limits',
        response: { 200: meView, ...readProblems },
      },
    },
    async (request) => {
      const { keyId, keyName, expiresAt, company: caller, scopes: granted } = request.caller
      const company = await findCompany(pool, accountOf(caller))
      if (company === undefined) throw notFound()
      const { id, name, handle, plan, policy, time_zone } = company
      return {
        livemode: !isTestCompany(caller),
        key: {
          id: keyId,
          name: keyName,
          scopes: scopes.filter((scope) => granted.has(scope)),
          expires_at: expiresAt,
        },
        company: { id, name, handle, plan, policy, time_zone },
        limits: {
          requests_per_minute: limits.perKey,
          requests_per_minute_of_company: companyRequests(limits),
          body_bytes_per_minute: bodyBytesPerMinute(limits.perKey),
          webhooks: MOST_ENDPOINTS,
        },
        version,
      }
    },
  )
}
