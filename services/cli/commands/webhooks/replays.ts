import { setTimeout as delay } from 'node:timers/promises'
import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type Company, recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import {
  cancelReplay,
  findReplay,
  listReplays,
  MOST_COUNTED,
  type Replay,
  type ReplayRequested,
  requestReplay,
  webhookEvents,
} from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import { change, type Installation, inspect } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { instant } from '../../options.js'
import { example, print, table } from '../../output.js'
import { progressBar } from '../../progress.js'
import { COMPANY, companyOfReplay, companyOfWebhook, noWebhook } from './endpoints.js'

const NOTE = `
The notifier carries it out and must be running. Events delivered before are sent again with the same webhook-id, and events from
before the webhook was created are sent too.
`

export const replayWebhookCommand = () =>
  new Command('replay')
    .description('send past events to a webhook again, from a time or a log position')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addOption(
      new Option('--since <instant>', 'events recorded at or after this time')
        .argParser(instant)
        .conflicts('fromPosition'),
    )
    .addOption(new Option('--until <instant>', 'and before this time; now by default').argParser(instant))
    .option('--from-position <position>', 'events from this log position on, inclusive')
    .option('--event <events>', 'comma-separated events; by default, those the webhook receives', eventList)
    .option('--only-failed', 'only failed deliveries')
    .option('--wait', 'show progress until everything is queued')
    .addHelpText(
      'after',
      NOTE +
        example(
          'ecmr webhooks replay 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a \\\n' +
            '      --since 2027-01-31T00:00:00Z --until 2027-02-01T00:00:00Z --only-failed --wait',
        ),
    )
    .action((id, options) =>
      change(async (installation) => {
        const { since, until, fromPosition, event: events, onlyFailed } = options
        const company = await companyOfWebhook(installation, { ...options, id })
        const requested = await requestReplay(
          { pool: installation.pool, log: await installation.eventStore(), recordAudit },
          {
            company: actingFor(company.id),
            id,
            actor: operator(),
            ...(since && { since: since.toISOString() }),
            ...(until && { until: until.toISOString() }),
            ...(fromPosition !== undefined && { from_position: fromPosition }),
            ...(events && { events }),
            ...(onlyFailed && { only_failed: onlyFailed }),
          },
        )
        const begun = begunReplay(requested, { id, company })
        await appendAuditTrail(installation, company.id)
        const replay = options.wait ? await watchReplay(installation, company, begun) : begun
        print(options, { replay }, () => summary(replay))
      }),
    )

function eventList(text: string): readonly (typeof webhookEvents)[number][] {
  return text.split(',').map((name) => {
    const event = webhookEvents.find((known) => known === name.trim())
    if (event !== undefined) return event
    throw new InvalidArgumentError(`Unknown event "${name.trim()}". Events: ${webhookEvents.join(', ')}.`)
  })
}

function begunReplay(
  requested: ReplayRequested,
  { id, company }: { readonly id: string; readonly company: Company },
): Replay {
  if (requested.ok) return requested.view
  switch (requested.reason) {
    case 'not_found':
      throw noWebhook(company, id)
    case 'webhook_disabled':
      throw new CommandFailed(`The webhook is disabled. Enable it with "ecmr webhooks enable ${id}".`)
    case 'replay_under_way':
      throw new CommandFailed(
        `Replay ${requested.replayId} is in progress. Cancel it with "ecmr webhooks cancel-replay".`,
      )
    case 'invalid':
      throw new CommandFailed(
        requested.faults.map(({ pointer, message }) => said(pointer, message)).join('\n'),
      )
  }
}

/** The fault of a request body, in the words of the command line. */
function said(pointer: string, message: string): string {
  const option = (name: string): string => `--${name.replace('_', '-')}`
  return `${option(pointer.slice(1))}: ${message.replaceAll(/\b(since|until|from_position)\b/g, option)}`
}

function summary(replay: Replay): string {
  switch (replay.status) {
    case 'running':
      return `Replay ${replay.id} was requested. The notifier carries it out.\nCheck progress: ecmr webhooks replays ${replay.webhook_id}`
    case 'done':
      return `Replay ${replay.id} queued ${replay.queued} deliveries from ${replay.scanned} events${waiting(replay)}.`
    case 'cancelled':
      throw new CommandFailed(`Replay ${replay.id} was cancelled: ${replay.status_reason}.`)
  }
}

function waiting({ queued, pending }: Replay): string {
  if (queued === 0) return ''
  if (pending === 0) return '; none are pending'
  return `; ${pending}${pending < MOST_COUNTED ? '' : ' or more'} pending`
}

const LOOK_EVERY_MS = 250

/** Shows how far a replay is until it ends. Stopping the command does not stop the replay. */
async function watchReplay(
  { pool, signal }: Pick<Installation, 'pool' | 'signal'>,
  company: { readonly id: string },
  begun: Replay,
): Promise<Replay> {
  const { id } = begun
  const bar = progressBar('replaying', 'events')
  try {
    let replay = begun
    while (replay.status === 'running') {
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
        throw new CommandFailed(stillRunning(id))
      })
      replay = (await findReplay(pool, actingFor(company.id), { id })) ?? gone(id)
      bar.update({ done: replay.scanned, total: undefined })
    }
    return replay
  } finally {
    bar.stop()
  }
}

const stillRunning = (id: string): string =>
  `Replay ${id} continues in the background. Cancel it: ecmr webhooks cancel-replay ${id}`

function gone(id: string): never {
  throw new CommandFailed(`Replay ${id} was cancelled: its webhook was deleted.`)
}

export const listReplaysCommand = () =>
  new Command('replays')
    .description('list the latest replays of a webhook, newest first')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addHelpText('after', example('ecmr webhooks replays 0192f0c1-7d6e-7a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      inspect(async (installation) => {
        const company = await companyOfWebhook(installation, { ...options, id })
        const replays = await listReplays(installation.pool, actingFor(company.id), id)
        if (replays === undefined) throw noWebhook(company, id)
        print(options, { replays }, () => table(replays.map(row), 'No replays for this webhook.'))
      }),
    )

const row = (replay: Replay) => ({
  id: replay.id,
  status: replay.status,
  reason: replay.status_reason,
  from: replay.since ?? replay.from_position,
  until: replay.until,
  events: replay.events,
  failed: replay.only_failed ? 'only' : null,
  scanned: replay.scanned,
  queued: replay.queued,
  pending: replay.pending,
  asked: replay.created_at,
  ended: replay.finished_at,
})

export const cancelReplayCommand = () =>
  new Command('cancel-replay')
    .description('cancel a replay and its pending deliveries')
    .argument('<replay>', 'its id')
    .option('--company <company>', COMPANY)
    .addHelpText('after', example('ecmr webhooks cancel-replay 1d2c3b4a-7d6e-4a3b-9c55-3f1e2d4c5b6a'))
    .action((id, options) =>
      change(async (installation) => {
        const replay = await cancel(installation, { id, company: options.company })
        print(options, { replay }, () => cancelled(replay))
      }),
    )

async function cancel(
  installation: Installation,
  asked: { readonly id: string; readonly company: string | undefined },
): Promise<Replay> {
  const { pool } = installation
  const { id: companyId, name } = await companyOfReplay(installation, asked)
  const company = actingFor(companyId)
  const found = await findReplay(pool, company, { id: asked.id })
  const outcome =
    found &&
    (await cancelReplay({ pool }, { company, id: found.webhook_id, replayId: found.id, actor: operator() }))
  if (outcome?.ok) return outcome.view
  throw new CommandFailed(`${name} has no replay "${asked.id}". List replays with "ecmr webhooks replays".`)
}

function cancelled({ id, status, queued }: Replay): string {
  return status === 'cancelled'
    ? `Cancelled replay ${id}. Of its ${queued} queued deliveries, the pending ones will not be sent.`
    : `Replay ${id} had already ended. None of its ${queued} queued deliveries are pending.`
}
