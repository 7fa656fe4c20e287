import type { ConnectionOptions } from 'nats'

/** A NATS server as its URL describes it. */
export interface Server {
  /** `host:port`, without credentials: fit for the log */
  readonly where: string
  readonly host: string
  readonly port: number
  /** what the client needs to log in, and whether it must encrypt */
  readonly options: Pick<ConnectionOptions, 'user' | 'pass' | 'token' | 'tls'>
}

const DEFAULT_PORT = 4222

/** Reads a URL such as `nats://user:password@host:4222`, `nats://token@host` or `tls://host`. */
export function parseServer(url: string): Server {
  const { protocol, hostname, port, username, password } = new URL(url)
  const number = port === '' ? DEFAULT_PORT : Number(port)
  return {
    where: `${hostname}:${number}`,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    options: {
      ...login(decodeURIComponent(username), decodeURIComponent(password)),
      ...encryption(protocol),
    },
  }
}

function login(user: string, pass: string): Server['options'] {
  if (user === '') return {}
  return pass === '' ? { token: user } : { user, pass }
}

function encryption(protocol: string): Server['options'] {
  return protocol === 'tls:' ? { tls: {} } : {}
}
