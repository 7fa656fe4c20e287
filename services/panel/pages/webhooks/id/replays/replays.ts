import { recordAudit } from '@ecmr/accounts'
import { checkBody, type Language, type RequestReplay, replayBody } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { cancelReplay, findReplay, listReplays, MOST_COUNTED, requestReplay } from '@ecmr/webhooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../../../../context.js'
import { choicesOf, type FormState, isFaulty, valuesOf } from '../../../../forms/form.js'
import { instantOf } from '../../../../forms/local-time.js'
import { access, type Pages, signedIn } from '../../../../panel-server.js'
import { PageProblem } from '../../../../problems/page-problem.js'
import { eventLabels, replayBadges, replayEndings } from '../../labels.js'
import { replayTexts } from '../../texts.js'
import { done, webhookCommand, webhookOf, webhookPage } from '../../webhook.js'
import { eventsOf, faultsByField } from '../../webhook-form.js'

interface Asked {
  readonly Params: { readonly id: string; readonly replay: string }
}

const MOST_SHOWN = 20

/** A notifier carries replays out: that may take hours, and goes on when processes are stopped and started. */
export const replayPages: Pages = (app, context) => {
  const { pool, store } = context

  app.get<{ Params: { id: string } }>('/webhooks/:id/reenvios', access.owner, async (request, reply) => {
    const { events } = await webhookOf(context, request, request.params.id)
    return showReplays(context, request, reply, { values: {}, faults: {}, events })
  })

  app.post<{ Params: { id: string } }>('/webhooks/:id/reenvios', access.owner, async (request, reply) => {
    const { id } = request.params
    const { language } = request.visitor
    const r = replayTexts[language]
    const at = { language, timeZone: signedIn(request).company.time_zone }
    const { form, wanted } = readReplayForm(request, at)
    const again = (faults: Readonly<Record<string, string>>, code: number): Promise<FastifyReply> =>
      showReplays(context, request, reply.code(code), { ...form, faults })
    if (wanted === undefined) return again(form.faults, 400)
    await mustHaveHistory(context)
    const command = webhookCommand(request, { id, action: 'replay', says: wanted })
    const asked = await requestReplay({ pool, log: store, recordAudit }, { ...command, ...wanted })
    if (asked.ok) return reply.seeOther(`/webhooks/${id}/reenvios/${asked.view.id}`, 'webhook_replay_asked')
    switch (asked.reason) {
      case 'not_found':
        throw new PageProblem('not_found')
      case 'invalid':
        return again(replayFaults(asked.faults, language), 400)
      case 'webhook_disabled':
        return again({ '': r.disabled }, 409)
      case 'replay_under_way':
        return again({ '': r.underWay }, 409)
    }
  })

  app.get<Asked>('/webhooks/:id/reenvios/:replay', access.owner, async (request, reply) => {
    const { id, replay: replayId } = request.params
    const { language } = request.visitor
    const webhook = await webhookOf(context, request, id)
    const replay = await findReplay(pool, signedIn(request).company.id, { id: replayId, endpointId: id })
    if (replay === undefined) throw new PageProblem('not_found')
    const r = replayTexts[language]
    return webhookPage(reply, 'id/replays/replay', {
      title: r.one,
      r,
      webhook,
      replay,
      status: replayBadges[language][replay.status],
      ending: replayEndings[language][replay.status_reason ?? ''],
      mostCounted: MOST_COUNTED,
      canBeCancelled: replay.status === 'running' || (replay.status === 'done' && replay.pending > 0),
    })
  })

  app.post<Asked>('/webhooks/:id/reenvios/:replay/cancelar', access.owner, async (request, reply) => {
    const { id, replay: replayId } = request.params
    const command = webhookCommand(request, { id, action: 'cancel_replay', says: replayId })
    done(await cancelReplay({ pool }, { ...command, replayId }))
    return reply.seeOther(`/webhooks/${id}/reenvios/${replayId}`, 'webhook_replay_cancelled')
  })
}

async function showReplays(
  context: PanelContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  form: ReplayForm,
): Promise<FastifyReply> {
  const { language } = request.visitor
  const webhook = await webhookOf(context, request, request.params.id)
  const replays = await listReplays(context.pool, signedIn(request).company.id, webhook.id)
  return webhookPage(reply, 'id/replays/replays', {
    title: replayTexts[language].title,
    r: replayTexts[language],
    tab: 'replays',
    webhook,
    events: eventLabels[language],
    statuses: replayBadges[language],
    replays: replays?.slice(0, MOST_SHOWN) ?? [],
    form,
  })
}

/** Where a replay finds its events: after the log was moved, the histories are made anew first. */
async function mustHaveHistory({ positions, store }: PanelContext): Promise<void> {
  if (store.isPosition(await positions.position('history'))) return
  throw new PageProblem('unavailable', { 'retry-after': '60' })
}

/** The form that asks for a replay. */
interface ReplayForm extends FormState {
  readonly events: readonly string[]
}

/** Reads the form that asks for a replay: what is wanted, or the form with what is wrong with it. */
function readReplayForm(
  request: FastifyRequest,
  at: { readonly language: Language; readonly timeZone: string },
): { readonly form: ReplayForm; readonly wanted?: RequestReplay } {
  const values = valuesOf(request)
  const events = choicesOf(request, 'events')
  const { since = '', until = '', from_position = '', only_failed = '' } = values
  // What is no time at all stays as it was written, for the contract to find fault with.
  const time = (text: string): string => instantOf(text, at.timeZone)?.toISOString() ?? text
  const body = {
    ...(since !== '' && { since: time(since) }),
    ...(until !== '' && { until: time(until) }),
    ...(from_position !== '' && { from_position }),
    only_failed: only_failed === 'true',
  }
  const faults = replayFaults(checkBody(replayBody, { ...body, events }), at.language)
  const form = { values, faults, events }
  return isFaulty(form) ? { form } : { form, wanted: { ...body, events: eventsOf(events) } }
}

/** One sentence for each field, in the words of the page. */
function replayFaults(faults: readonly Fault[], language: Language): Readonly<Record<string, string>> {
  const said: Readonly<Record<string, Readonly<Record<string, string>>>> = replayTexts[language].faults
  return faultsByField(faults, language, (field, code) => said[field]?.[code])
}
