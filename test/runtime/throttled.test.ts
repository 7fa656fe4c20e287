import { throttled } from '@ecmr/runtime'
import t from 'tap'

t.test('a problem that is reported again and again is passed on once, another one at once', async (t) => {
  const logged: string[] = []
  const say = throttled(({ message }) => logged.push(message))
  for (const message of ['away', 'away', 'away', 'full', 'full', 'away']) say(new Error(message))
  t.same(logged, ['away', 'full', 'away'])
})
