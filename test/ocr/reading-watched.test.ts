import { type DocumentReader, DocumentReadingUnavailable } from '@ecmr/ocr'
import { withReadingLog } from '@ecmr/ocr/testing'
import t from 'tap'

const image = { mediaType: 'image/png', bytes: new Uint8Array(7), width: 2, height: 3 } as const

/** What is logged and observed of a reading by `read`. */
async function toldOf(read: DocumentReader['read'], { signal } = new AbortController()) {
  const told: unknown[] = []
  const watcher = {
    provider: 'tesseract',
    log: {
      info: (fields: object) => void told.push(['info', fields]),
      warn: (fields: object) => void told.push(['warn', fields]),
    },
    observe: (outcome: string, seconds: number) => void told.push([outcome, typeof seconds]),
  }
  const reading = withReadingLog({ read }, watcher).read({
    image,
    companyId: 'one',
    signal,
    prompt: 'a secret',
  })
  const end = await reading.catch((error: unknown) => error)
  return { told, end }
}

const facts = { provider: 'tesseract', width: 2, height: 3, bytes: 7, ms: Number }

t.test('a fault of an image is logged by its code', async (t) => {
  const damaged = { ok: false, fault: { code: 'damaged' } } as const
  const { told, end } = await toldOf(async () => damaged)
  t.equal(end, damaged)
  t.match(told, [
    ['damaged', 'number'],
    ['info', { ...facts, outcome: 'damaged' }],
  ])
})

t.test('an engine that cannot be used is logged with its reason', async (t) => {
  const error = new DocumentReadingUnavailable(5, 'too many pages are waiting')
  const { told, end } = await toldOf(() => Promise.reject(error))
  t.equal(end, error)
  t.match(told, [
    ['unavailable', 'number'],
    ['warn', { ...facts, outcome: 'unavailable', reason: 'too many pages are waiting' }],
  ])
})

t.test('an abandoned reading is not an error', async (t) => {
  const leaving = new AbortController()
  leaving.abort()
  const { told } = await toldOf(() => Promise.reject(leaving.signal.reason), leaving)
  t.match(told, [
    ['abandoned', 'number'],
    ['info', { ...facts, outcome: 'abandoned' }],
  ])
})

t.test('of an internal error only its kind is logged: it may hold what was read', async (t) => {
  const { told, end } = await toldOf(() => Promise.reject(new TypeError('"Aceites del Sur" is no number')))
  t.type(end, TypeError)
  t.match(told, [
    ['failed', 'number'],
    ['warn', { ...facts, outcome: 'failed' }],
  ])
  t.notMatch(JSON.stringify(told), 'Aceites')
})
