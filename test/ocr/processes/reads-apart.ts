import { readFileSync } from 'node:fs'
import { documentImageInFile, openDocumentReader } from '@ecmr/ocr'

// Reads the picture in a file with the sandbox of this system, and waits to be ended.
const checked = documentImageInFile(readFileSync(process.argv[2] ?? ''))
if (!checked.ok) throw new Error(checked.fault.code)
const documents = openDocumentReader({
  engine: { kind: 'tesseract' },
  processes: 1,
  log: { info: () => undefined, warn: () => undefined },
  kept: { files: [], secretNames: ['SECRET_KEY'] },
  bounds: { answerMs: 150_000 },
})
const { signal } = new AbortController()
const outcome = await documents.read({ files: [checked.image], companyId: 'one', signal })
const fields = outcome.ok ? outcome.reading.fields : []
const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim()
process.stdout.write(`${JSON.stringify({ fields, children, protection: documents.protection?.() })}\n`)
setInterval(() => undefined, 1000)
