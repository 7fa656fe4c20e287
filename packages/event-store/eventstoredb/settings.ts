import { readFileSync } from 'node:fs'
import { type Options, readOptions } from './connection-options.js'
import type { ClientSettings } from './patched-client.js'
import { WrongConnectionString } from './wrong-connection-string.js'

/**
 * Makes the client's settings from a connection string.
 *
 * @throws WrongConnectionString when a file that it names cannot be read
 */
export function clientSettings({ hosts, discover, credentials, options }: ConnectionString): ClientSettings {
  const { keepAliveInterval, keepAliveTimeout, connectionName } = options
  const common = { keepAliveInterval, keepAliveTimeout, ...(connectionName && { connectionName }) }
  const { nodePreference, maxDiscoverAttempts, discoveryInterval, gossipTimeout } = options
  const discovery = { nodePreference, maxDiscoverAttempts, discoveryInterval, gossipTimeout }
  const [endpoint] = hosts
  if (!endpoint) throw new WrongConnectionString('it names no host')
  return {
    nodes: discover ? { endpoints: [...hosts], ...discovery, ...common } : { endpoint, ...common },
    credentials,
    tls: transport(options),
  }
}

function transport(options: Options): ClientSettings['tls'] {
  if (!options.tls) return { insecure: true }
  const { tlsCAFile, userKeyFile, userCertFile, tlsVerifyCert } = options
  if ((userKeyFile === undefined) !== (userCertFile === undefined))
    throw new WrongConnectionString('userCertFile and userKeyFile only make sense together')
  const root = contentOf('tlsCAFile', tlsCAFile)
  const key = contentOf('userKeyFile', userKeyFile)
  const certificate = contentOf('userCertFile', userCertFile)
  return {
    verifyOptions: { rejectUnauthorized: tlsVerifyCert },
    ...(root && { rootCertificate: root }),
    ...(key && { userKeyFile: key }),
    ...(certificate && { userCertFile: certificate }),
  }
}

function contentOf(option: string, path: string | undefined): Buffer | null {
  if (path === undefined) return null
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new WrongConnectionString(`the file that ${option} names cannot be read: ${reason}`)
  }
}

const FORM =
  /^(?:esdb|kurrentdb|kurrent)(?<discover>\+discover)?:\/\/(?<authority>[^/?]*)\/*(?:\?(?<query>.*))?$/
const HOST = /^(?<address>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(?<port>\d{1,5}))?$/

export interface Host {
  readonly address: string
  readonly port: number
}

/** A connection string, read. */
export interface ConnectionString {
  readonly hosts: readonly Host[]
  /** whether the hosts are asked which server leads the cluster */
  readonly discover: boolean
  readonly credentials: { readonly username: string; readonly password: string } | undefined
  readonly options: Options
}

/**
 * Reads a connection string as EventStoreDB's documentation describes it. The client's own parser repeats the string,
 * with its password, in warnings and errors, and cuts passwords off at a colon.
 *
 * @throws WrongConnectionString
 */
export function parseConnectionString(text: string): ConnectionString {
  const { discover, authority = '', query = '' } = FORM.exec(text.trim())?.groups ?? {}
  const end = authority.lastIndexOf('@')
  if (authority === '')
    throw new WrongConnectionString('it is not of the form esdb://user:password@host:2113?tls=true')
  const hosts = authority
    .slice(end + 1)
    .split(',')
    .map(readHost)
  return {
    hosts,
    discover: discover !== undefined || hosts.length > 1,
    credentials: end === -1 ? undefined : readCredentials(authority.slice(0, end)),
    options: readOptions(readPairs(query)),
  }
}

function readHost(text: string): Host {
  const { address, port = '2113' } = HOST.exec(text.trim())?.groups ?? {}
  if (address === undefined || Number(port) > 65_535)
    throw new WrongConnectionString('its hosts are not of the form host:2113, separated by commas')
  return { address, port: Number(port) }
}

function readCredentials(text: string): { readonly username: string; readonly password: string } {
  const [username = '', ...rest] = text.split(':')
  if (username === '' || rest.length === 0)
    throw new WrongConnectionString('its credentials are not of the form user:password')
  return { username: decoded(username), password: decoded(rest.join(':')) }
}

/** Names in the spelling that is compared: the documentation's own differ in case and dashes. */
function readPairs(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').filter((pair) => pair !== '')
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return [name.toLowerCase().replace(/[_-]/g, ''), decoded(value.join('=').trim())]
    }),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new WrongConnectionString('a % in it is not followed by two hexadecimal digits')
  }
}
