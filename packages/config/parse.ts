import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Config } from './config.js'
import { ConfigError } from './config-error.js'
import { type ProcessDefaults, withDefaults } from './defaults.js'
import { misspelt } from './misspelt.js'
import { hasNoEffectYet } from './not-yet.js'
import { type Given, SETTINGS } from './settings.js'

/** The port of whoever serves customers; the other processes have ports of their own for their probes. */
const PUBLIC: ProcessDefaults = { port: 8080 }

/**
 * Parses an environment. An empty variable counts as not set.
 *
 * @param defaults of the process, where they differ from those of the public one
 * @throws ConfigError naming every fault at once: what is wrong, and what is allowed
 */
export function parseConfig(env: NodeJS.ProcessEnv, defaults: ProcessDefaults = PUBLIC): Config {
  const faults: string[] = []
  const readable: Record<string, string> = {}
  for (const [name, schema] of Object.entries(SETTINGS.properties)) {
    const text = env[name]?.trim()
    if (!text) continue
    if (canRead(schema, text)) readable[name] = text
    else faults.push(unreadable(name, schema, text))
  }
  const given = Value.Decode(SETTINGS, readable)
  faults.push(...missing(given, env))
  if (faults.length > 0) throw new ConfigError(faults)
  return withDefaults(given, defaults, [...misspelt(env), ...hasNoEffectYet(given)])
}

/** Parses the environment of this process: see `parseConfig`. */
export function loadConfig(defaults?: ProcessDefaults): Config {
  return parseConfig(process.env, defaults)
}

function canRead(schema: TSchema, text: string): boolean {
  try {
    Value.Decode(schema, text)
    return true
  } catch {
    return false
  }
}

function unreadable(name: string, schema: TSchema, text: string): string {
  const wrong =
    schema.secret === true ? 'has a value that is not allowed' : `is ${JSON.stringify(text.slice(0, 200))}`
  return `${name} ${wrong}; it must be ${schema.description}.`
}

function missing(given: Given, env: NodeJS.ProcessEnv): readonly string[] {
  const faults: string[] = []
  if (given.DATABASE_URL !== undefined && !env.SECRET_KEY) {
    const { description } = SETTINGS.properties.SECRET_KEY
    faults.push(
      `SECRET_KEY is not set; with DATABASE_URL it must be ${description}, the same for every process.`,
    )
  }
  if (given.EVENT_STORE === 'eventstoredb' && !env.EVENTSTOREDB_URL) {
    const { description } = SETTINGS.properties.EVENTSTOREDB_URL
    faults.push(`EVENTSTOREDB_URL is not set; with EVENT_STORE eventstoredb it must be ${description}.`)
  }
  return faults
}
