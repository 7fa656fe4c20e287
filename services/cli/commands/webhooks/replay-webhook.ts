import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { MOST_COUNTED, type Replay, type ReplayRequested, requestReplay, webhookEvents } from '@ecmr/webhooks'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { change } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { instant } from '../../options/instant.js'
import { print } from '../../output/print.js'
import { COMPANY, companyOfWebhook } from './company-of.js'
import { watchReplay } from './watch-replay.js'

const NOTE = `
A running notifier carries it out; without one it waits. What was delivered before is sent again under the same
webhook-id, and events from before the webhook was registered are sent too.
`

export const replayWebhookCommand = () =>
  new Command('replay')
    .description('send past events to a webhook again, from an instant or a position of the log')
    .argument('<webhook>', 'its id')
    .option('--company <company>', COMPANY)
    .addOption(
      new Option('--since <instant>', 'events recorded then or later')
        .argParser(instant)
        .conflicts('fromPosition'),
    )
    .addOption(new Option('--until <instant>', 'and before this one; now unless given').argParser(instant))
    .option('--from-position <position>', 'events from this position of the log on, itself included')
    .option(
      '--event <events>',
      'only these, separated by commas; those that it receives unless given',
      eventList,
    )
    .option('--only-failed', 'only deliveries that were made and did not arrive')
    .option('--wait', 'show how far it is, until everything is queued')
    .option('--json', 'print JSON for scripts')
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
        const begun = begunReplay(requested, { id, company: company.name })
        await appendAuditTrail(installation, company.id)
        const replay = options.wait ? await watchReplay(installation, company, begun) : begun
        print(options, { replay }, () => summary(replay))
      }),
    )

function eventList(text: string): readonly (typeof webhookEvents)[number][] {
  return text.split(',').map((name) => {
    const event = webhookEvents.find((known) => known === name.trim())
    if (event !== undefined) return event
    throw new InvalidArgumentError(
      `There is no event "${name.trim()}"; there are ${webhookEvents.join(', ')}.`,
    )
  })
}

function begunReplay(
  requested: ReplayRequested,
  { id, company }: { readonly id: string; readonly company: string },
): Replay {
  if (requested.ok) return requested.view
  switch (requested.reason) {
    case 'not_found':
      throw new CommandFailed(`${company} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`)
    case 'webhook_disabled':
      throw new CommandFailed(`The webhook is disabled; "ecmr webhooks enable ${id}" enables it.`)
    case 'replay_under_way':
      throw new CommandFailed(
        `Replay ${requested.replayId} is under way; "ecmr webhooks cancel-replay" cancels it.`,
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
      return `Replay ${replay.id} is asked for; a running notifier carries it out.\nSee how far it is: ecmr webhooks replays ${replay.webhook_id}`
    case 'done':
      return `Replay ${replay.id} has queued ${replay.queued} deliveries from ${replay.scanned} events${waiting(replay)}.`
    case 'cancelled':
      throw new CommandFailed(`Replay ${replay.id} was cancelled: ${replay.status_reason}.`)
  }
}

function waiting({ queued, pending }: Replay): string {
  if (queued === 0) return ''
  if (pending === 0) return '; none of them waits any more'
  return `; ${pending}${pending < MOST_COUNTED ? '' : ' or more'} still ${pending === 1 ? 'waits' : 'wait'}`
}
