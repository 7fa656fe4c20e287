export { daysLeft } from './certificates.js'
export { aboutServer } from './database.js'
export { diskSpace, nodeVersion } from './machine.js'
export { aboutBroker, clock } from './servers.js'
