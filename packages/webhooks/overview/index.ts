export * from './rights.js'
export * from './webhooks-at-a-glance.js'
