import { startRunServer, stopRunServer } from './run-server.js'

if (!process.env.TEST_DATABASE_URL) {
  await stopRunServer()
  await startRunServer()
  // The server stays; our connection to it would keep this process as well.
  process.exit()
}
