export * from './mail-server.js'
export * from './mailer.js'
