import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// `npm run dev`: compiles what changes, and restarts the service when its code has changed. Its data directory is kept.

const path = (file: string): string => fileURLToPath(new URL(`../../../${file}`, import.meta.url))
const tsc = [path('node_modules/typescript/bin/tsc'), '-b', '--watch', '--preserveWatchOutput']
const service = ['--watch', '--watch-preserve-output', path('services/all-in-one/dist/main.js')]

// Groups of their own: tsc and `node --watch` start further processes, which must end with them.
const children = [tsc, service].map((args) =>
  spawn(process.execPath, args, { cwd: path('.'), stdio: 'inherit', detached: true }),
)
const stop = (): void => {
  for (const { pid, exitCode, signalCode } of children)
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
await Promise.race(children.map((child) => once(child, 'exit')))
stop()
