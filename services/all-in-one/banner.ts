import type { Config } from '@ecmr/config'
import type { FirstCompany, FirstSecrets } from './first-company.js'
import { shellWord } from './shell-word.js'

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
    company?.secrets ? firstStart(config, company.secrets, options.today) : laterStart(company),
    remarks(config, note),
  ]
  return `\n${paragraphs.filter(Boolean).join('\n\n')}\n\n`
}

function addresses(config: Config): string {
  const { siteUrl, databaseUrl, dataDir, eventStore, natsServers } = config
  const log = eventStore.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB at ${hostsOf(eventStore.url)}`
  return [
    `  Panel    ${siteUrl}`,
    `  API      ${siteUrl}/api`,
    `  MCP      ${siteUrl}/mcp`,
    `  Docs     ${siteUrl}/api/docs`,
    `  Health   ${siteUrl}/api/health`,
    `  Data     ${databaseUrl === undefined ? dataDir : `PostgreSQL at ${hostsOf(databaseUrl)}`}`,
    `  Events   ${log}`,
    `  Broker   ${natsServers ? `NATS at ${natsServers.map(hostsOf).join(', ')}` : 'in this process'}`,
    `  Reading  ${readerOf(config)}`,
  ].join('\n')
}

/** Who reads documents; with Gemini their pictures leave this machine. */
function readerOf({ ocr: { engine } }: Config): string {
  if (engine.kind === 'tesseract') return 'documents on this machine, offline'
  return `documents by Gemini (${engine.model}) at ${engine.baseUrl ? hostsOf(engine.baseUrl) : 'Google'}`
}

/** The hosts of a connection string, which may have several; never its user and password. */
function hostsOf(url: string): string {
  const [, authority = ''] = /^[^:]+:\/\/([^/?]*)/.exec(url) ?? []
  return authority.slice(authority.lastIndexOf('@') + 1)
}

function firstStart({ siteUrl }: Config, { email, password, key }: FirstSecrets, today: Date): string {
  const note = { ...NOTE, pickup_date: today.toISOString().slice(0, 10) }
  return `A company called Demo was created on the Pro plan. Its password and its API key are shown this once.

Log in to the panel at ${siteUrl}/ as

  ${email}
  ${password}

Programs use the API key

  ${key}

Create a consignment note:

  note=$(curl -s ${siteUrl}/api/ecmrs -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(note)}'); echo "$note"

Follow it, as anybody who knows its number can:

  curl -s ${siteUrl}/api/tracking/$(echo "$note" | sed 's/.*"ecmr_number":"\\([^"]*\\)".*/\\1/')`
}

function laterStart(company: FirstCompany | undefined): string {
  if (!company) {
    return `Make an API key, and add somebody who uses the panel, with

  npx ecmr keys create --company <name>
  npx ecmr users add --company <name> --email <address> --name <name> --role owner`
  }
  const name = shellWord(company.name)
  return `The password and the API key of ${company.name} were shown when they were made. Choose and make others with

  ${passwordCommand(company)}
  npx ecmr keys create --company ${name}`
}

function passwordCommand({ name, email }: FirstCompany): string {
  if (email !== undefined) return `npx ecmr users reset-link --email ${shellWord(email)}`
  return `npx ecmr users add --company ${shellWord(name)} --email <address> --name <name> --role owner`
}

function remarks({ webhooks }: Config, note: string | undefined): string {
  const allowed = webhooks.allowedNetworks.join(', ')
  const lines = allowed
    ? [`Webhooks may go to private addresses in ${allowed} (WEBHOOK_ALLOWED_NETWORKS).`]
    : []
  if (note) lines.push(note)
  return lines.join('\n')
}
