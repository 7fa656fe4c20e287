import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const description: unknown = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('tesseract.js/package.json'), 'utf8'),
)

/** Which tesseract.js is installed. */
export const tesseractVersion =
  typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : 'unknown'
