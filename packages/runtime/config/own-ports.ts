import type { Config } from './config.js'
import { eventStorePorts } from './values/event-store-url.js'
import { smtpPort } from './values/smtp-url.js'

/** Where our processes listen, and show metrics, unless PORT and METRICS_PORT say otherwise: see each one's main.ts. */
const SERVICES = [8080, 8081, 8082, 8083, 8084, 8085, 8086, 9080, 9081, 9082, 9083, 9084, 9085, 9086]
const POSTGRES = 5432
const NATS = 4222

/**
 * The ports that this installation listens on or connects to, as far as its configuration knows: those of its
 * processes and their metrics, of its public address, and of PostgreSQL, NATS, EventStoreDB, the S3 server and the mail server. Webhooks must not
 * reach them.
 *
 * @param config with the ports that were taken (see `atPort` and `runService`) and, in the embedded mode, the URL of the server started
 * @example
 * ownPorts({ ...config, databaseUrl: database.url })
 */
export function ownPorts(
  config: Pick<
    Config,
    'port' | 'metrics' | 'siteUrl' | 'databaseUrl' | 'natsServers' | 'eventStoreDbUrl' | 'storages' | 'mail'
  >,
): readonly number[] {
  const { port, metrics, siteUrl, databaseUrl, natsServers = [], eventStoreDbUrl, storages, mail } = config
  const all = [
    ...SERVICES,
    port,
    metrics?.port ?? 0,
    // 80 and 443 are left out: our public address may have them, and so may any receiver.
    Number(new URL(siteUrl).port),
    ...(databaseUrl === undefined ? [] : databasePorts(new URL(databaseUrl))),
    ...natsServers.map((server) => Number(new URL(server).port || NATS)),
    ...(eventStoreDbUrl === undefined ? [] : eventStorePorts(eventStoreDbUrl)),
    Number(storages.s3 ? new URL(storages.s3.endpoint).port : 0),
    ...(mail === undefined ? [] : [smtpPort(mail.url)]),
  ]
  return [...new Set(all)].filter((each) => each > 0)
}

// PostgreSQL's connection strings may say it again behind the question mark.
function databasePorts({ port, searchParams }: URL): readonly number[] {
  return [Number(port || POSTGRES), ...searchParams.getAll('port').map(Number)]
}
