import { accessSync, constants } from 'node:fs'
import { connect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { environmentsAbove, holdsOneOf } from './environments-above.js'
import type { ProbeOrder, ProbeReport } from './find-sandbox.js'

/**
 * Finds out what a process in this place can do that such a process should not be able to do, and prints it. It is started as
 * those are; its argument says what to try.
 */
const { port, files, secretNames, natives }: ProbeOrder = JSON.parse(process.argv[2] ?? '')

// Native code needs more than JavaScript does: where it cannot be loaded, no work can be done.
for (const path of natives) await import(pathToFileURL(path).href)

const environments = environmentsAbove()
const report: ProbeReport = {
  uid: process.getuid?.() ?? -1,
  reachesNetwork: await reaches(port),
  readsFiles: files.some(isReadable),
  readsEnvironments: environments.length > 0,
  readsSecrets: environments.some((environment) => holdsOneOf(secretNames, environment)),
}
process.stdout.write(JSON.stringify(report))

function reaches(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (isReached: boolean): void => {
      socket.destroy()
      resolve(isReached)
    }
    socket.on('connect', () => end(true)).on('error', () => end(false))
  })
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
