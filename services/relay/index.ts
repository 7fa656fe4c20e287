export * from './relay-metrics.js'
export * from './start-relay.js'
