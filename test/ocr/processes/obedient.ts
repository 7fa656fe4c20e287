import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '@ecmr/ocr/testing'
import type { Order } from './order.js'

// A process that does with a page whatever the page tells it to.
endWithParent()
process.on('message', (job: { readonly id: number; readonly image: { readonly bytes: Uint8Array } }) => {
  void obey(job.id, JSON.parse(Buffer.from(job.image.bytes).toString()))
})

const kept: Buffer[] = []

async function obey(id: number, { does, diary, until }: Order): Promise<void> {
  const isSecond = diary !== undefined && existsSync(diary)
  if (diary !== undefined) appendFileSync(diary, `${process.pid}\n`)
  if (does === 'never begin') return
  if (does === 'lack something') {
    process.send?.({ id, kind: 'unequipped', reason: 'no language data' })
    return
  }
  process.send?.({ id, kind: 'begun' })
  const answer = (): boolean | undefined =>
    process.send?.({ id, kind: 'answered', answer: { ok: true, picture: picture() } })
  switch (does) {
    case 'answer':
      answer()
      return
    case 'hang':
      return
    case 'spin':
      for (;;);
    case 'crash':
      process.exit(3)
      return
    case 'crash the first time':
      if (!isSecond) process.exit(3)
      answer()
      return
    case 'crash, then hang':
      if (!isSecond) process.exit(3)
      return
    case 'throw':
      process.send?.({ id, kind: 'failed', at: 'RangeError at somewhere' })
      return
    case 'answer something else':
      process.send?.({ id, kind: 'answered', answer: 'something else' })
      return
    case 'grow':
      for (;;) {
        kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
        await delay(5)
      }
    case 'write a lot':
      for (let line = 0; line < 5000; line += 1) process.stderr.write('Estimating resolution as 234\n')
      answer()
      return
    case 'wait':
      while (until !== undefined && !existsSync(until)) await delay(5)
      answer()
      return
    default:
      does satisfies never
  }
}

function picture(): object {
  const told = { env: Object.keys(process.env), execArgv: process.execArgv }
  return { jpeg: Buffer.from(JSON.stringify(told)), width: process.pid, height: 1, turned: 0 }
}
