export * from './in-process/broker.js'
export * from './port.js'
