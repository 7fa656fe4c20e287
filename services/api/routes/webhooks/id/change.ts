import { recordAudit } from '@ecmr/accounts'
import { changeWebhookBody, webhookView } from '@ecmr/contract'
import { changeEndpoint, type EndpointChanged } from '@ecmr/webhooks'
import type { Route } from '../../../api-server.js'
import { Problem } from '../../../problems/problem.js'
import { judgeUrl } from '../../../validation/judge-url.js'
import { notFoundProblem, writeProblems } from '../../problem-answers.js'
import { commandWebhook } from './webhook-command.js'
import { webhookParams } from './webhook-params.js'

export const changeWebhook: Route = (app, context) => {
  const { pool, store, webhooks } = context
  app.patch(
    '/api/webhooks/:id',
    {
      config: { access: 'webhooks', judge: judgeUrl(webhooks.urlRules) },
      schema: {
        operationId: 'changeWebhook',
        tags: ['Webhooks'],
        summary: 'Change a webhook, disable it or enable it again: what you send is changed, the rest stays',
        params: webhookParams,
        body: changeWebhookBody,
        response: { 200: webhookView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { body: changes, params } = request
      return commandWebhook(context, { request, reply, id: params.id }, async (command) => {
        const followsFrom = changes.enabled ? await store.head() : ''
        const change = { ...command, changes, followsFrom }
        return withGoodUrl(await changeEndpoint({ pool, recordAudit, ...webhooks }, change))
      })
    },
  )
}

type WithGoodUrl = Exclude<EndpointChanged, { reason: 'invalid_url' }>

function withGoodUrl(changed: EndpointChanged): WithGoodUrl {
  if (changed.ok || changed.reason !== 'invalid_url') return changed
  throw new Problem('invalid_request', changed.fault.message, { errors: [changed.fault] })
}
