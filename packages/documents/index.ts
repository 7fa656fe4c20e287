export * from './document-input.js'
export * from './render-job.js'
