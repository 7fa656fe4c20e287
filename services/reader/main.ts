import { chmod, rm } from 'node:fs/promises'
import { openPagePool } from '@ecmr/ocr'
import { drain, runService, StartFault } from '@ecmr/runtime'
import { buildReader } from './build-reader.js'

/**
 * Looks at images for the services that take them, in a container of its own: it has no network, no database and no secrets. It
 * listens on a Unix socket, and those who may write to that are its callers.
 */
await runService({ name: 'reader', port: 0, sealsNothing: true }, async ({ config, log, closeWith }) => {
  const { processes, readerSocket } = config.ocr
  if (readerSocket === undefined)
    throw new StartFault('OCR_READER_SOCKET is not set: it says where the reader listens.')
  const pool = openPagePool({ processes, log })
  closeWith(() => pool.close())
  const reader = buildReader({ pool, processes, logger: log })
  closeWith(() => drain(reader, { endLongWork: () => pool.close() }))
  // One that was killed has left it there.
  await rm(readerSocket, { force: true })
  await reader.listen({ path: readerSocket }).catch((error: unknown) => {
    throw new StartFault(`The reader cannot listen at ${readerSocket} (${error}).`)
  })
  await chmod(readerSocket, 0o660)
})
