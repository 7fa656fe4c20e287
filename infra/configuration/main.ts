import { readFile, writeFile } from 'node:fs/promises'
import { envExample, withSettings } from './reference.js'

const EXAMPLE = '.env.example'
const DOCUMENT = 'docs/configuration.md'

await writeFile(EXAMPLE, envExample())
await writeFile(DOCUMENT, withSettings(await readFile(DOCUMENT, 'utf8')))
