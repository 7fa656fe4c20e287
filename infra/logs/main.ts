import { readFile, writeFile } from 'node:fs/promises'
import { withLogFields } from './reference.js'

const DOCUMENT = 'docs/logs.md'

await writeFile(DOCUMENT, withLogFields(await readFile(DOCUMENT, 'utf8')))
