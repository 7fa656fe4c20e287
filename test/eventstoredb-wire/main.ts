import { parseArgs } from 'node:util'
import { startEventStoreDb } from './server.js'
import { OLD_SERVER } from './settings.js'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    file: { type: 'string' },
    'no-batch': { type: 'boolean', default: false },
    'old-server': { type: 'boolean', default: false },
    'system-event-every': { type: 'string' },
  },
})
const { file, 'system-event-every': every } = values
const server = await startEventStoreDb({
  ...(values['old-server'] ? OLD_SERVER : {}),
  ...(file === undefined ? {} : { file }),
  ...(every === undefined ? {} : { systemEventEvery: Number(every) }),
  port: Number(values.port),
  batchAppend: !values['no-batch'],
})
process.stdout.write(`listening on ${server.url}\n`)
const stop = (): void => void server.stop()
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
