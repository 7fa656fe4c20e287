import type { Config } from './config.js'
import { localSite } from './defaults.js'

/** The configuration with the port that was taken, when it leaves that open (port 0). */
export function atPort<C extends Config>(config: C, port: number): C {
  const siteUrl = config.siteUrl === localSite(config.port) ? localSite(port) : config.siteUrl
  return { ...config, port, siteUrl }
}
