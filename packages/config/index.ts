export type { Config, LogLevel, SecretKeySource } from './config.js'
export { ConfigError, loadConfig, parseConfig } from './parse.js'
export { openSecretKey } from './secret-key.js'
