import type { Config } from '@ecmr/config'
import type { FirstCompany } from './first-company.js'

const NOTE = {
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Mayor 1',
  sender_city: 'Jaén',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 rue de la République',
  receiver_city: 'Lyon',
  goods_description: '24 pallets of olive oil',
  pickup_date: '',
}

/** What the operator reads when the service is ready. */
export function banner(options: {
  readonly config: Config
  readonly version: string
  /** in the embedded mode */
  readonly company: FirstCompany | undefined
  readonly note: string | undefined
  readonly today: Date
}): string {
  const { config, company, note } = options
  const paragraphs = [
    `eCMR Integration Service ${options.version} is ready`,
    addresses(config),
    company?.key ? firstStart(config, company.key, options.today) : laterStart(company),
    remarks(config, note),
  ]
  return `\n${paragraphs.filter(Boolean).join('\n\n')}\n\n`
}

function addresses({ siteUrl, databaseUrl, dataDir, eventStore, natsServers }: Config): string {
  const log = eventStore.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB at ${hostsOf(eventStore.url)}`
  return [
    `  Panel    ${siteUrl}`,
    `  API      ${siteUrl}/api`,
    `  Docs     ${siteUrl}/api/docs`,
    `  Health   ${siteUrl}/api/health`,
    `  Data     ${databaseUrl === undefined ? dataDir : `PostgreSQL at ${hostsOf(databaseUrl)}`}`,
    `  Events   ${log}`,
    `  Broker   ${natsServers ? `NATS at ${natsServers.map(hostsOf).join(', ')}` : 'in this process'}`,
  ].join('\n')
}

/** The hosts of a connection string, which may have several; never its user and password. */
function hostsOf(url: string): string {
  const [, authority = ''] = /^[^:]+:\/\/([^/?]*)/.exec(url) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1)
}

function firstStart({ siteUrl }: Config, key: string, today: Date): string {
  const note = { ...NOTE, pickup_date: today.toISOString().slice(0, 10) }
  return `A company called Demo was created on the Pro plan. Its API key is shown this once:

  ${key}

Create a consignment note:

  note=$(curl -s ${siteUrl}/api/ecmrs -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(note)}'); echo "$note"

Follow it, as anybody who knows its number can:

  curl -s ${siteUrl}/api/tracking/$(echo "$note" | sed 's/.*"ecmr_number":"\\([^"]*\\)".*/\\1/')`
}

function laterStart(company: FirstCompany | undefined): string {
  if (!company) return 'Make an API key with\n\n  npx ecmr keys create --company <name>'
  return `The API key of ${company.name} was shown when it was made. Make another with

  npx ecmr keys create --company '${company.name}'`
}

function remarks({ webhooks }: Config, note: string | undefined): string {
  const allowed = webhooks.allowedNetworks.join(', ')
  const lines = allowed
    ? [`Webhooks may go to private addresses in ${allowed} (WEBHOOK_ALLOWED_NETWORKS).`]
    : []
  if (note) lines.push(note)
  return lines.join('\n')
}
