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

t.test('what is due at the same time is handed out in the order in which it was added', async () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3)), (times) => {
      const queue = timeQueue<{ at: number; nth: number }>()
      const items = times.map((at, nth) => ({ at, nth }))
      for (const item of items) queue.add(item)
      const taken = items.map(() => queue.takeDue(3))
      return JSON.stringify(taken) === JSON.stringify(items.toSorted((a, b) => a.at - b.at || a.nth - b.nth))
    }),
  )
})
