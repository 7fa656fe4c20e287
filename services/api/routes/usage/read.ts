import { companyUsage, WARNING_SHARE } from '@ecmr/accounts'
import { usageView } from '@ecmr/contract'
import { noteLimits } from '@ecmr/domain'
import { readLimits } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { bodyBytesPerMinute } from '../../plugins/write-volume.js'
import { notFound } from '../../problems/not-found.js'
import { readProblems } from '../problem-answers.js'

/** What the company has used, and what it may use. */
export const readUsage: Route = (app, context) => {
  const { pool, limits } = context
  app.get(
    '/api/usage',
    {
      config: { access: 'ecmrs:read' },
      schema: {
        operationId: 'readUsage',
        tags: ['Usage'],
        summary: 'Read what your company has used of its storage, and its limits',
        response: { 200: usageView, ...readProblems },
      },
    },
    async (request, reply) => {
      await freshReadsOf(context, request, reply).waitFor('history')
      const usage = await companyUsage(pool, request.caller.company)
      if (usage === undefined) throw notFound()
      const { storage, ...rest } = usage
      const { fieldBytes, bytes, ...counts } = noteLimits
      return {
        ...rest,
        storage: { ...storage, is_warning: storage.bytes >= WARNING_SHARE * storage.limit },
        limits: {
          requests_per_minute: limits.perKey,
          body_bytes_per_minute: bodyBytesPerMinute(limits.perKey),
          expensive_reads: {
            at_once: readLimits.atOnce,
            waiting: readLimits.waiting,
            bytes_per_second: readLimits.bytesPerSecond,
          },
          note: { field_bytes: fieldBytes, bytes, ...counts },
        },
      }
    },
  )
}
