import { type Config, ConfigError } from '@ecmr/config'

const VARIABLES = { databaseUrl: 'DATABASE_URL', natsServers: 'NATS_URL' } as const

/** What a process may be unable to do without, although the configuration as a whole leaves it open. */
export type Need = keyof typeof VARIABLES

/** A configuration in which that is there. */
export type ConfigWith<N extends Need> = Config & { readonly [Name in N]: NonNullable<Config[Name]> }

/** @throws ConfigError when something is not there */
export function withNeeds<N extends Need>(config: Config, needs: readonly N[]): ConfigWith<N> {
  if (isMet(config, needs)) return config
  throw new ConfigError(
    needs
      .filter((name) => config[name] === undefined)
      .map((name) => `${VARIABLES[name]} is not set; without it, "npm start" is the way to run the service.`),
  )
}

function isMet<N extends Need>(config: Config, needs: readonly N[]): config is ConfigWith<N> {
  return needs.every((name) => config[name] !== undefined)
}
