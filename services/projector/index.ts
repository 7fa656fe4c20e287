export * from './projector-metrics.js'
