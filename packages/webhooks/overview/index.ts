export * from './rights.js'
