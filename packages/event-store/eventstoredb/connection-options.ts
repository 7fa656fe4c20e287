import { WrongConnectionString } from './wrong-connection-string.js'

const NODE_PREFERENCES = ['leader', 'follower', 'random', 'read_only_replica'] as const

/** What a connection string says after its question mark. Milliseconds, but for the gossip timeout. */
export interface Options {
  readonly tls: boolean
  readonly tlsVerifyCert: boolean
  readonly tlsCAFile: string | undefined
  readonly userCertFile: string | undefined
  readonly userKeyFile: string | undefined
  readonly connectionName: string | undefined
  readonly nodePreference: (typeof NODE_PREFERENCES)[number]
  readonly maxDiscoverAttempts: number
  readonly discoveryInterval: number
  /** seconds, as in the client */
  readonly gossipTimeout: number
  /** how long the connection may be silent before the server is asked for a sign of life */
  readonly keepAliveInterval: number
  /** how long it may take to give that sign before the connection counts as dead */
  readonly keepAliveTimeout: number
  readonly defaultDeadline: number | undefined
}

/** Options without a meaning here: an append that fails always throws inside the adapter. */
const IGNORED = ['throwonappendfailure']

const NEVER_MS = 2 ** 31 - 1

/**
 * Reads the options of a connection string.
 *
 * @param given values by name, in lower case
 * @throws WrongConnectionString for values that cannot be, and for names that are unknown: likely misspelt
 */
export function readOptions(given: ReadonlyMap<string, string>): Options {
  const left = new Map(given)
  const take = (name: string): string | undefined => {
    const value = left.get(name.toLowerCase())
    left.delete(name.toLowerCase())
    return value
  }
  const flag = (name: string): boolean => isTrue(name, take(name) ?? 'true')
  const number = (name: string, otherwise: number): number => wholeNumber(name, take(name)) ?? otherwise
  const options = {
    tls: flag('tls'),
    tlsVerifyCert: flag('tlsVerifyCert'),
    tlsCAFile: take('tlsCAFile'),
    userCertFile: take('userCertFile'),
    userKeyFile: take('userKeyFile'),
    connectionName: take('connectionName'),
    nodePreference: nodePreference(take('nodePreference')),
    maxDiscoverAttempts: number('maxDiscoverAttempts', 10),
    discoveryInterval: number('discoveryInterval', 100),
    gossipTimeout: number('gossipTimeout', 5),
    // A server that is gone without a word is noticed after 15 s.
    keepAliveInterval: number('keepAliveInterval', 10_000),
    keepAliveTimeout: number('keepAliveTimeout', 5_000),
    defaultDeadline: wholeNumber('defaultDeadline', take('defaultDeadline')),
  }
  for (const name of IGNORED) left.delete(name)
  const [unknown] = left.keys()
  if (unknown !== undefined) throw new WrongConnectionString(`there is no option ${JSON.stringify(unknown)}`)
  return options
}

function isTrue(name: string, value: string): boolean {
  if (value !== 'true' && value !== 'false')
    throw new WrongConnectionString(`${name} is neither true nor false`)
  return value === 'true'
}

/** -1 stands for never. */
function wholeNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (value === '-1') return NEVER_MS
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > NEVER_MS) throw new WrongConnectionString(`${name} is not a whole number from 1`)
  return number
}

function nodePreference(value = 'leader'): Options['nodePreference'] {
  const known = NODE_PREFERENCES.find(
    (choice) => choice.replaceAll('_', '') === value.toLowerCase().replace(/[_-]/g, ''),
  )
  if (known === undefined)
    throw new WrongConnectionString(`nodePreference is none of ${NODE_PREFERENCES.join(', ')}`)
  return known
}
