export * from './images/document-image.js'
export * from './port.js'
