import { isIPv6 } from 'node:net'
import type { Config } from '@ecmr/runtime'
import type { FirstCompany } from './first-company.js'
import { firstStart } from './first-start.js'

/** What the operator reads when the service is ready. */
export function banner(options: Ready): string {
  const { config, note } = options
  const paragraphs = [
    `eCMR Integration Service ${options.version} is ready`,
    addresses(config),
    start(options),
    remarks(config, note),
  ]
  return `\n${paragraphs.filter(Boolean).join('\n\n')}\n\n`
}

/** What there is to tell when the service is ready. */
interface Ready {
  readonly config: Config
  readonly version: string
  /** in the embedded mode */
  readonly company: FirstCompany | undefined
  /** where its secrets were written; absent: they may be shown here */
  readonly secretsFile: string | undefined
  readonly note: string | undefined
  readonly today: Date
}

function start({ config, company, secretsFile, today }: Ready): string {
  if (secretsFile !== undefined) return inFile(secretsFile)
  return company?.secrets ? firstStart(config, company.secrets, today) : laterStart(company)
}

function addresses(config: Config): string {
  const { siteUrl, databaseUrl, dataDir, eventStore, natsServers, metrics } = config
  const log = eventStore.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB at ${hostsOf(eventStore.url)}`
  return [
    `  Panel    ${siteUrl}`,
    `  API      ${siteUrl}/api`,
    `  MCP      ${siteUrl}/mcp`,
    `  Docs     ${siteUrl}/api/docs`,
    `  Health   ${siteUrl}/api/health`,
    ...(metrics ? [`  Metrics  http://${hostOf(metrics.host)}:${metrics.port}/metrics`] : []),
    `  Data     ${databaseUrl === undefined ? dataDir : `PostgreSQL at ${hostsOf(databaseUrl)}`}`,
    `  Events   ${log}`,
    `  Broker   ${natsServers ? `NATS at ${natsServers.map(hostsOf).join(', ')}` : 'in this process'}`,
    `  Reading  ${readerOf(config)}`,
  ].join('\n')
}

function hostOf(address: string): string {
  return isIPv6(address) ? `[${address}]` : address
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

function inFile(path: string): string {
  return `A company called Demo was created on the Pro plan. Its password, its API key and commands to paste are in

  ${path}

which this user alone can read. Delete it once you have kept them elsewhere.`
}

function laterStart(company: FirstCompany | undefined): string {
  if (!company) {
    return `Create an API key, and add a user of the panel, with

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

/** A text as one word of a line to paste, whatever it contains: companies name themselves. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
