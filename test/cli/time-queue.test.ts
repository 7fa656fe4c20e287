import { timeQueue } from '@ecmr/cli/demo'
import fc from 'fast-check'
import t from 'tap'

t.test('hands out what is due, earliest first, and nothing else', async () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), (times, now) => {
      const queue = timeQueue<{ at: number }>()
      for (const at of times) queue.add({ at })
      const taken: number[] = []
      for (let item = queue.takeDue(now); item !== undefined; item = queue.takeDue(now)) taken.push(item.at)
      const due = times.filter((at) => at <= now).toSorted((a, b) => a - b)
      return JSON.stringify(taken) === JSON.stringify(due)
    }),
  )
})
