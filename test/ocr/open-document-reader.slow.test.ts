import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { documentImageInFile, openDocumentReader } from '@ecmr/ocr'
import t from 'tap'
import { degradePage, drawPage } from '#ocr-corpus'
import { isAlive } from '../support/is-alive.js'

const logged: object[] = []
const observed: string[] = []
const log = {
  info: (fields: object) => void logged.push(fields),
  warn: (fields: object) => void logged.push(fields),
}

// One process for all that is asked here, since it takes a while to be ready; and time enough on a machine that has other things to do.
const documents = openDocumentReader({
  engine: { kind: 'tesseract' },
  processes: 1,
  log,
  observe: (outcome) => observed.push(outcome),
  bounds: { answerMs: 150_000 },
})
t.teardown(() => documents.close())

const drawn = drawPage({ layout: 'cmr', language: 'es', seed: 1 })
const sent = degradePage(drawn, 'clean', 1)
const { signal } = new AbortController()

/** The processes that this one has started, where the system tells. */
const children = `/proc/self/task/${process.pid}/children`
const started = (): readonly number[] =>
  existsSync(children) ? readFileSync(children, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []

t.test('a consignment note on paper is read, by a process of low priority, and not logged', async (t) => {
  const checked = documentImageInFile(sent.bytes)
  if (!checked.ok) throw new Error(checked.fault.code)
  const outcome = await documents.read({
    files: [checked.image],
    companyId: 'one',
    signal,
    prompt: 'who pays?',
  })
  if (!outcome.ok) throw new Error(outcome.fault.code)
  const { reading, pictures } = outcome
  t.match(reading, {
    document_type: 'cmr',
    language: 'es',
    answer: null,
    engine: { provider: 'tesseract', model: 'spa+eng+fra+deu', version: /^5\.|^tesseract\.js-core 7/ },
    image: { media_type: sent.mediaType, bytes: sent.bytes.length, width: drawn.width, height: drawn.height },
  })
  const { fields } = reading
  const right = fields.filter(({ name, value }) => value !== null && value === drawn.truth[name])
  t.ok(right.length > 5, `${right.length} of ${fields.length} fields are as on paper`)
  t.ok(right.every(({ bbox }) => bbox?.every((part) => part >= 0 && part <= 1)))
  t.ok(reading.warnings.some(({ code }) => code === 'prompt_not_used'))
  t.same([...(pictures[0]?.jpeg.subarray(0, 2) ?? [])], [0xff, 0xd8])
  t.match(logged, [
    { outcome: 'read', provider: 'tesseract', document_type: 'cmr', width: drawn.width, fields: Number },
  ])
  for (const value of Object.values(drawn.truth))
    if (typeof value === 'string' && value.length > 3) t.notMatch(JSON.stringify(logged), value)
  t.same(started().map(getPriority), existsSync(children) ? [4] : [])
})

t.test('what only looks like an image is refused, and nothing is left when it is closed', async (t) => {
  const { width, height } = drawn
  const image = { mediaType: sent.mediaType, bytes: sent.bytes.slice(0, 2000), width, height }
  const refused = await documents.read({ files: [image], companyId: 'one', signal })
  t.same(refused, { ok: false, fault: { code: 'damaged' }, file: 0 })
  t.same(observed, ['read', 'damaged'])
  const before = started()
  await documents.close()
  t.notOk(before.some(isAlive))
})
