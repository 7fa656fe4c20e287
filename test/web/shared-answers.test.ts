import { setImmediate as turn } from 'node:timers/promises'
import { sharedAnswers } from '@ecmr/web'
import t from 'tap'

t.test('callers of one turn share an answer, by key', async (t) => {
  const shared = sharedAnswers<string>()
  const begun: string[] = []
  const ask = (key: string) =>
    shared(key, async () => {
      begun.push(key)
      return `answer to ${key}`
    })
  t.same(await Promise.all([ask('a'), ask('b'), ask('a')]), ['answer to a', 'answer to b', 'answer to a'])
  t.same(begun, ['a', 'b'])
})

t.test('no caller is answered by work that began before the call', async (t) => {
  const shared = sharedAnswers<number>()
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  let works = 0
  const work = async (): Promise<number> => {
    const number = ++works
    await promise
    return number
  }
  const first = shared('a', work)
  while (works === 0) await turn()
  const second = shared('a', work)
  while (works === 1) await turn()
  resolve()
  t.same(await Promise.all([first, second]), [1, 2])
})

t.test('a fault goes to all who share it, and to no one after them', async (t) => {
  const shared = sharedAnswers<string>()
  const failing = async (): Promise<string> => {
    throw new Error('away')
  }
  const both = await Promise.allSettled([shared('a', failing), shared('a', failing)])
  t.same(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.equal(await shared('a', async () => 'back'), 'back')
})
