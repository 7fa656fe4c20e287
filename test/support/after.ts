import { stopRunServer } from './run-server.js'

if (!process.env.TEST_DATABASE_URL) await stopRunServer()
