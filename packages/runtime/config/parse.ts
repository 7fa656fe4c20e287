import { resolve } from 'node:path'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ConfigError } from './config-error.js'
import { type ProcessDefaults, withDefaults } from './defaults.js'
import { fileVariable, type GivenText, givenTexts } from './given-texts.js'
import { missing } from './missing.js'
import { misspelt } from './misspelt.js'
import { type ConfigWith, hasAll, type Need } from './needs.js'
import { isSecret, SETTINGS } from './settings.js'
import { withoutEffect } from './without-effect.js'

/** The port of the process that serves customers; the other processes have ports of their own for their probes. */
const PUBLIC: ProcessDefaults = { port: 8080 }

/**
 * Parses an environment. An empty variable counts as not set. Secrets may come from files: `SECRET_KEY_FILE` and so on.
 *
 * @param defaults of the process, where they differ from those of the public one, and what it cannot do without
 * @throws ConfigError naming every fault at once: what is wrong, and what is allowed
 */
export function parseConfig<N extends Need = never>(
  env: NodeJS.ProcessEnv,
  defaults: ProcessDefaults<N> = PUBLIC,
): ConfigWith<N> {
  const { needs = [] } = defaults
  const faults: string[] = []
  const texts = givenTexts(env, faults)
  const readable: Record<string, string> = {}
  for (const [name, schema] of Object.entries(SETTINGS.properties)) {
    const given = texts.get(name)
    if (!given?.text) continue
    if (canRead(schema, given.text)) readable[name] = given.text
    else faults.push(unreadable(name, schema, given))
  }
  faults.push(...missing(env, readable, defaults))
  if (faults.length > 0) throw new ConfigError(faults)
  const given = Value.Decode(SETTINGS, readable)
  const warnings = [...misspelt(env), ...withoutEffect(given)]
  const all = withDefaults(given, defaults, warnings)
  const secretFiles = [
    ...[...texts.values(), all.documentSeal].flatMap((source) => source?.file ?? []),
    ...(given.EVIDENCE_KEY_FILE === undefined ? [] : [resolve(given.EVIDENCE_KEY_FILE)]),
  ]
  const config = { ...all, secretFiles }
  if (!hasAll(config, needs)) throw new TypeError('what is needed was not missed')
  return config
}

/** Parses the environment of this process: see `parseConfig`. */
export function loadConfig<N extends Need = never>(defaults?: ProcessDefaults<N>): ConfigWith<N> {
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

function unreadable(name: string, schema: TSchema, { text, file }: GivenText): string {
  const allowed = `it must be ${schema.description}.`
  if (file) return `${fileVariable(name)} names ${file}, whose content is not allowed; ${allowed}`
  if (isSecret(schema)) return `${name} has a value that is not allowed; ${allowed}`
  return `${name} is ${JSON.stringify(text.slice(0, 200))}; ${allowed}`
}
