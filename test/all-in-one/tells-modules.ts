import { createRequire } from 'node:module'

const { cache } = createRequire(import.meta.url)

// For a test: which modules a program has loaded that are not ES modules, told as it ends.
process.on('exit', () => process.stderr.write(`modules: ${Object.keys(cache).join(' ')}\n`))
