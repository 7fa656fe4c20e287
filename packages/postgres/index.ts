export * from './leader.js'
export * from './listener.js'
export * from './migrate.js'
export * from './pool.js'
