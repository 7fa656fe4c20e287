export { EmbeddedPostgresError } from './errors.js'
export { connectEmbedded, type EmbeddedPostgres, startEmbeddedPostgres } from './start.js'
