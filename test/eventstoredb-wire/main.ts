import { parseArgs } from 'node:util'
import { startEventStoreDb } from './server.js'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, file: { type: 'string' } },
})
const { file } = values
const server = await startEventStoreDb({ port: Number(values.port), ...(file === undefined ? {} : { file }) })
process.stdout.write(`listening on ${server.url}\n`)
const stop = (): void => void server.stop()
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
