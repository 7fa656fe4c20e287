export * from './projector-metrics.js'
export * from './start-projector.js'
