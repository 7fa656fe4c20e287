export * from './document-input.js'
export * from './qr-code.js'
export * from './render-job.js'
export * from './renderer/port.js'
