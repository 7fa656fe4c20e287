export type { Config, LogLevel, SecretKeySource } from './config.js'
export { ConfigError } from './config-error.js'
export { loadConfig, parseConfig } from './parse.js'
export { openSecretKey } from './secret-key.js'
