export { atPort } from './at-port.js'
export type {
  Config,
  DocumentEngine,
  EventStoreSource,
  LogLevel,
  MailSource,
  SecretKeySource,
} from './config.js'
export { ConfigError } from './config-error.js'
export type { ProcessDefaults } from './defaults.js'
export { forgetSecrets } from './forget-secrets.js'
export { fileVariable } from './given-texts.js'
export { keptSecrets } from './kept-secrets.js'
export type { ConfigWith, Need } from './needs.js'
export { ownPorts } from './own-ports.js'
export { loadConfig, parseConfig } from './parse.js'
export { openSecretKey } from './secret-key.js'
export { isSecret, SETTINGS } from './settings.js'
