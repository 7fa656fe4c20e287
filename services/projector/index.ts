export * from './start-projector.js'
