export * from './relay-as-leader.js'
export * from './relay-metrics.js'
export * from './start-relay.js'
