import type { Config } from './config.js'

/** The environment holds values that are not allowed; the message names every one of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses an environment. Throws ConfigError. */
export function parseConfig(_env: NodeJS.ProcessEnv): Config {
  throw new Error('not yet')
}

/** Parses the environment of this process. Throws ConfigError. */
export function loadConfig(): Config {
  return parseConfig(process.env)
}
