export * from './api-server.js'
export * from './build-api.js'
export * from './dependencies.js'
export * from './idempotency/migrate-api.js'
