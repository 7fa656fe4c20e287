export * from './migrations/migrate-number-registry.js'
export * from './number-pool.js'
