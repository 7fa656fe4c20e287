import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Config } from './config.js'
import { ConfigError } from './config-error.js'
import { withDefaults } from './defaults.js'
import { misspelt } from './misspelt.js'
import { hasNoEffectYet, notBuiltYet } from './not-yet.js'
import { type Given, SETTINGS } from './settings.js'

/**
 * Parses an environment. An empty variable counts as not set.
 *
 * @throws ConfigError naming every fault at once: what is wrong, and what is allowed
 */
export function parseConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = []
  const readable: Record<string, string> = {}
  for (const [name, schema] of Object.entries(SETTINGS.properties)) {
    const text = env[name]?.trim()
    if (!text) continue
    if (canRead(schema, text)) readable[name] = text
    else faults.push(unreadable(name, schema, text))
  }
  const given = Value.Decode(SETTINGS, readable)
  faults.push(...notBuiltYet(given), ...missing(given, env))
  if (faults.length > 0) throw new ConfigError(faults)
  return withDefaults(given, [...misspelt(env), ...hasNoEffectYet(given)])
}

/** Parses the environment of this process: see `parseConfig`. */
export function loadConfig(): Config {
  return parseConfig(process.env)
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
  if (given.DATABASE_URL === undefined || env.SECRET_KEY) return []
  const { description } = SETTINGS.properties.SECRET_KEY
  return [`SECRET_KEY is not set; with DATABASE_URL it must be ${description}, the same for every process.`]
}
