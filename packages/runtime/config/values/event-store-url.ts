const HOST = String.raw`[\w.-]+(?::\d{1,5})?`
const CREDENTIAL = String.raw`[^\s:@/?#,]+`
const SHAPE = new RegExp(
  String.raw`^esdb(?:\+discover)?://(?:(?<user>${CREDENTIAL}):(?<password>${CREDENTIAL})@)?(?<hosts>${HOST}(?:,${HOST})*)/?(?:\?(?<options>[^?#\s]+))?$`,
)

const FLAG = /^(true|false)$/
const NUMBER = /^\d{1,9}$/
const TEXT = /./

/**
 * What may follow the question mark. The client also knows two options that are of no use: `tlsVerifyCert=false` has no
 * effect, and `throwOnAppendFailure=false` makes it report wrong revisions.
 */
const OPTIONS: Readonly<Record<string, RegExp>> = {
  tls: FLAG,
  tlsverifycert: /^true$/,
  tlscafile: TEXT,
  usercertfile: TEXT,
  userkeyfile: TEXT,
  connectionname: TEXT,
  nodepreference: /^(leader|follower|random|readonlyreplica|read_only_replica)$/i,
  maxdiscoverattempts: NUMBER,
  discoveryinterval: NUMBER,
  gossiptimeout: NUMBER,
  defaultdeadline: NUMBER,
  keepaliveinterval: NUMBER,
  keepalivetimeout: NUMBER,
}

/**
 * Checks that a text is a connection string of EventStoreDB (one host or several), and returns it as it is. Throws when
 * it is none: its client would only say so at the first call, or print the whole string, password included.
 */
export function eventStoreUrl(text: string): string {
  const { user = '', password = '', hosts, options = '' } = SHAPE.exec(text)?.groups ?? {}
  if (!hosts?.split(',').every(hasPossiblePort)) throw new RangeError(text)
  for (const part of [user, password, options]) decodeURIComponent(part)
  if (options !== '' && !options.split('&').every(isKnownOption)) throw new RangeError(text)
  return text
}

/** The ports of the hosts of a connection string of EventStoreDB. */
export function eventStorePorts(text: string): readonly number[] {
  const { hosts = '' } = SHAPE.exec(text)?.groups ?? {}
  return hosts.split(',').map(portOf)
}

function hasPossiblePort(host: string): boolean {
  return portOf(host) >= 1 && portOf(host) <= 65_535
}

function portOf(host: string): number {
  const [, port = '2113'] = host.split(':')
  return Number(port)
}

function isKnownOption(option: string): boolean {
  const [, key = '', value = ''] = /^([^=]+)=([^=]*)$/.exec(option) ?? []
  return OPTIONS[key.toLowerCase()]?.test(value) ?? false
}
