import type { Config } from './config.js'

/** The variables of what a process may be unable to do without, although the configuration leaves it open. */
export const NEEDS = { databaseUrl: 'DATABASE_URL', natsServers: 'NATS_URL' } as const

export type Need = keyof typeof NEEDS

/** A configuration in which that is there. */
export type ConfigWith<N extends Need> = Config & { readonly [Name in N]: NonNullable<Config[Name]> }

export function hasAll<N extends Need>(config: Config, needs: readonly N[]): config is ConfigWith<N> {
  return needs.every((name) => config[name] !== undefined)
}
