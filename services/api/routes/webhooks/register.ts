import { recordAudit } from '@ecmr/accounts'
import { registeredWebhookView, registerWebhookBody } from '@ecmr/contract'
import { MOST_ENDPOINTS, type Registered, registerEndpoint } from '@ecmr/webhooks'
import type { Route } from '../../api-server.js'
import { actorOf, clientKeyOf } from '../../commands/caller.js'
import { answerOf } from '../../problems/from-outcome.js'
import { Problem } from '../../problems/problem.js'
import { judgeUrl } from '../../validation/judge-url.js'
import { problem, writeProblems } from '../problem-answers.js'

export const registerWebhook: Route = (app, { pool, store, webhooks, idempotency }) => {
  app.post(
    '/api/webhooks',
    {
      config: { access: 'webhooks', judge: judgeUrl(webhooks.urlRules) },
      schema: {
        operationId: 'registerWebhook',
        tags: ['Webhooks'],
        summary: 'Register a webhook; its signing secret is shown this once',
        body: registerWebhookBody,
        response: {
          201: registeredWebhookView,
          ...writeProblems,
          409: problem(
            'Your company has as many webhooks as it can have; or the idempotency key is in flight, or registered a ' +
              'webhook that has been deleted since',
          ),
        },
      },
    },
    async (request, reply) => {
      const { max_per_second, include_document_url: includeDocumentUrl, ...body } = request.body
      const { company } = request.caller
      const attempted = await idempotency.run(company, clientKeyOf(request), async ({ commandId: id }) =>
        registerEndpoint(
          { pool, recordAudit, ...webhooks },
          {
            ...body,
            ...(max_per_second !== undefined && { maxPerSecond: max_per_second }),
            ...(includeDocumentUrl !== undefined && { includeDocumentUrl }),
            id,
            company,
            followsFrom: await store.head(),
            actor: actorOf(request.caller),
            correlationId: request.id,
          },
        ),
      )
      const { endpoint, secret, replayed } = registeredOf(answerOf(attempted))
      if (replayed) reply.header('idempotent-replayed', 'true')
      reply.code(201).header('location', `/api/webhooks/${endpoint.id}`).header('cache-control', 'no-store')
      return { ...endpoint, secret }
    },
  )
}

function registeredOf(registered: Registered): Extract<Registered, { ok: true }> {
  if (registered.ok) return registered
  switch (registered.reason) {
    case 'invalid_url':
      throw new Problem('invalid_request', registered.fault.message, { errors: [registered.fault] })
    case 'too_many_endpoints':
      throw new Problem(
        'too_many_webhooks',
        `Delete one first; a company can have at most ${MOST_ENDPOINTS}.`,
      )
    case 'deleted':
      throw new Problem(
        'webhook_deleted',
        'This Idempotency-Key registered a webhook that has since been deleted. Use a new key for a new webhook.',
      )
  }
}
