import type { DocumentReader, ReadingOutcome } from '@ecmr/ocr'
import { limitedPerCompany } from '@ecmr/ocr/testing'
import t from 'tap'

const damaged: ReadingOutcome = { ok: false, fault: { code: 'damaged' } }

/** A reader whose readings end when the test wants them to. */
function heldReader() {
  const ends: ((outcome: ReadingOutcome | Error) => void)[] = []
  const reader: DocumentReader = {
    read: () =>
      new Promise((resolve, reject) => {
        ends.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
      }),
  }
  const limited = limitedPerCompany(reader, 2)
  const { signal } = new AbortController()
  const image = { mediaType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 } as const
  return { ends, read: (companyId: string) => limited.read({ image, companyId, signal }) }
}

t.test('a company has so many readings under way, whatever others have', async (t) => {
  const { read, ends } = heldReader()
  const under = [read('one'), read('one'), read('another')]
  t.match(await read('one'), { ok: false, fault: { code: 'too_many_at_once', retryAfterSeconds: 5 } })
  t.equal(ends.length, 3, 'the reader was not asked')
  ends[0]?.(damaged)
  t.same(await under[0], damaged)
  const next = read('one')
  t.equal(ends.length, 4)
  for (const end of ends) end(damaged)
  t.same(await Promise.all([...under, next]), [damaged, damaged, damaged, damaged])
})

t.test('a reading that fails is not under way any more', async (t) => {
  const { read, ends } = heldReader()
  const failing = [read('one'), read('one')]
  for (const end of ends) end(new Error('no engine'))
  for (const reading of failing) await t.rejects(reading, { message: 'no engine' })
  const next = read('one')
  ends[2]?.(damaged)
  t.same(await next, damaged)
})
