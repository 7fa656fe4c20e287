import { readFileSync } from 'node:fs'
import type { Options } from './connection-options.js'
import type { ConnectionString } from './connection-string.js'
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
