export { hasCluster } from './cluster.js'
export { EmbeddedPostgresError } from './errors.js'
export { connectEmbedded, type EmbeddedPostgres, startEmbeddedPostgres } from './start.js'
