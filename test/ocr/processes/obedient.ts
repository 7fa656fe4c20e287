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
  const say = (kind: string, more: object = {}): boolean | undefined => process.send?.({ id, kind, ...more })
  const answer = (): boolean | undefined => say('answered', { answer: { ok: true, picture: picture() } })
  if (does === 'never begin') return
  if (does === 'lack something') return void say('unequipped', { reason: 'no language data' })
  say('begun')
  if (does === 'crash' || (does.startsWith('crash') && !isSecond)) process.exit(3)
  if (does === 'spin') for (;;);
  if (does === 'throw') say('failed', { at: 'RangeError at somewhere' })
  if (does === 'answer something else') say('answered', { answer: 'something else' })
  while (does === 'grow') {
    kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
    await delay(5)
  }
  while (does === 'wait' && until !== undefined && !existsSync(until)) await delay(5)
  if (does === 'write a lot')
    for (let line = 0; line < 5000; line += 1) process.stderr.write('Estimating resolution as 234\n')
  const answers: readonly Order['does'][] = ['answer', 'crash the first time', 'wait', 'write a lot']
  if (answers.includes(does)) answer()
}

function picture(): object {
  const said = { env: Object.keys(process.env), execArgv: process.execArgv }
  return { jpeg: Buffer.from(JSON.stringify(said)), width: process.pid, height: 1, turned: 0 }
}
