import { PagesUnderWay } from '@ecmr/ocr/testing'
import t from 'tap'

const begun = (answer: ReturnType<PagesUnderWay['begin']>) => {
  if ('code' in answer) throw new Error(answer.code)
  return answer
}

t.test('eight pages are eight pages of work, and a refusal says how long they take', async (t) => {
  const limits = new PagesUnderWay({ readings: 4, pages: 12 })
  const long = begun(limits.begin('one', 8))
  t.match(limits.begin('one', 8), { code: 'too_many_at_once', retryAfterSeconds: 20 }, 'until four are read')
  begun(limits.begin('two', 8))
  const single = [1, 2, 3].map(() => begun(limits.begin('one', 1)))
  t.match(
    limits.begin('one', 1),
    { code: 'too_many_at_once', retryAfterSeconds: 5 },
    'until one page is read',
  )
  for (const reading of single) reading.end()
  for (let page = 0; page < 4; page += 1) long.pageRead(5)
  t.equal(long.secondsLeft, 20)
  begun(limits.begin('one', 8)).end()
  long.end()
  for (let count = 0; count < 4; count += 1) begun(limits.begin('one', 1))
})

t.test('pages that a PDF turns out to have count, and a document is never too large alone', async (t) => {
  const limits = new PagesUnderWay({ readings: 4, pages: 6 })
  const first = begun(limits.begin('one', 1))
  t.equal(first.add(7), undefined)
  const second = limits.begin('one', 1)
  t.match(second, { code: 'too_many_at_once' })
  first.end()
  const third = begun(limits.begin('one', 1))
  begun(limits.begin('one', 1))
  t.match(third.add(5), { code: 'too_many_at_once' })
})
