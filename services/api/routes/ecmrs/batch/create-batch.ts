import { type Batched, complianceOf, createNotes, entriesNamed, recordOf } from '@ecmr/application'
import { type BatchResult, batchAnswer, batchEnvelope, batchRequest, bodyValidators } from '@ecmr/contract'
import { preferredLanguage } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../api-server.js'
import { bodyLimits } from '../../../body-limits.js'
import { callerOf, clientKeyOf } from '../../../commands/caller.js'
import type { ApiContext } from '../../../context.js'
import { logFault, problemBody } from '../../../plugins/problem-details.js'
import { problemFromError } from '../../../problems/from-error.js'
import { answerOf, createdOf, notComposed } from '../../../problems/from-outcome.js'
import { Problem } from '../../../problems/problem.js'
import { problem, writeProblems } from '../../problem-answers.js'
import { admitBatches } from './admit-batches.js'
import { type JudgedItem, judgeItems, partsOf } from './judge-items.js'

const MOST_VALUES = 50_000

export const createEcmrBatch: Route = (app, context) => {
  app.post(
    '/api/ecmrs/batch',
    {
      config: { access: 'ecmrs:write', countsAs: itemsOf, mostValues: MOST_VALUES },
      bodyLimit: bodyLimits.batch,
      preParsing: admitBatches(),
      validatorCompiler: () => bodyValidators.compile(batchEnvelope),
      schema: {
        operationId: 'createEcmrBatch',
        tags: ['Consignment notes'],
        summary: 'Create up to 100 consignment notes, each by itself',
        description:
          'Answers 200 with a result for each item, whatever became of them. With Idempotency-Key, a repeat of the batch creates what is missing and answers the rest as before. Each item counts as a request.',
        body: batchRequest,
        response: {
          200: batchAnswer,
          ...writeProblems,
          429: problem('More items than requests are left, or too many batches at once'),
        },
      },
    },
    async (request, reply) => {
      const key = clientKeyOf(request)
      const { items } = request.body
      const entries = await entriesNamed(context.pool, request.caller.company, partsOf(items))
      const judged = judgeItems(items, { batchKey: key?.key, entries })
      const isDryRun = request.body.dry_run === true
      const good = judged.flatMap((item) => (item.ok ? [item.note] : []))
      const became = isDryRun
        ? []
        : answerOf(await createNotes(context, callerOf(request), { notes: good, key }))
      const byIndex = new Map(good.map(({ index }, place) => [index, became[place]]))
      tellPosition(reply, became)
      const warning = context.storage?.warning(request.caller.company)
      if (warning !== undefined) reply.header('x-storage-warning', warning)
      const results = judged.map((item, index) =>
        resultOf(item, index, byIndex.get(index), { request, siteUrl: context.siteUrl }),
      )
      const failed = results.filter(({ problem }) => problem !== undefined).length
      return { results, created: isDryRun ? 0 : results.length - failed, failed }
    },
  )
}

function itemsOf(body: unknown): number {
  const isBatch = typeof body === 'object' && body !== null && 'items' in body
  return isBatch && Array.isArray(body.items) ? body.items.length : 1
}

/** Reading at this position shows all of them. */
function tellPosition(reply: FastifyReply, became: readonly Batched[]): void {
  const positions = became.flatMap((each) => (each.outcome === 'accepted' ? [each.position] : []))
  const last = positions.reduce((a, b) => (b > a ? b : a), '')
  reply.header('vary', 'Accept-Language')
  if (last !== '') reply.header('x-position', last)
}

type Asked = { readonly request: FastifyRequest } & Pick<ApiContext, 'siteUrl'>

function resultOf(
  item: JudgedItem,
  index: number,
  became: Batched | undefined,
  { request, siteUrl }: Asked,
): BatchResult {
  const language = preferredLanguage(request)
  try {
    if (!item.ok) throw faulty(item)
    if (became === undefined) {
      const { composed } = item.note
      if (!composed.ok) throw notComposed(composed)
      const judged = { fields: composed.fields, company_id: request.caller.company }
      return { index, status: 200, compliance: complianceOf(judged, language) }
    }
    const { note, replayed } = createdOf(doneOf(became))
    const record = recordOf(note, language, siteUrl)
    return { index, status: 201, ...(replayed && { replayed }), note: record }
  } catch (error) {
    const problem = problemFromError(error, request)
    if (error !== problem) logFault(request, error, problem)
    const after = problem.more.headers?.['retry-after']
    return {
      index,
      status: problem.status,
      problem: problemBody(siteUrl, problem, request.id),
      ...(after !== undefined && { retry_after: Number(after) }),
    }
  }
}

/** Throws what stood in the way of an item. */
function doneOf(became: Batched) {
  switch (became.outcome) {
    case 'failed':
      throw became.error
    case 'not_tried':
      throw new Problem(
        'unavailable',
        'A part of the service stopped responding during the batch, so this note was not tried. Send it again in a moment.',
        { headers: { 'retry-after': '1' } },
      )
    default:
      return became
  }
}

function faulty({ errors }: Extract<JudgedItem, { readonly ok: false }>): Problem {
  return new Problem('invalid_request', 'Fix the errors listed in errors.', { errors })
}
