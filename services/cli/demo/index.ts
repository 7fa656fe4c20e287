export * from './plan.js'
export * from './tax-ids.js'
export * from './time-queue.js'
export * from './write-notes.js'
