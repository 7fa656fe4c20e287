import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithParent } from '@ecmr/process-pool/child'
import type { Order } from './order.js'

// A process that does whatever it is told.
endWithParent()
process.on('message', ({ id, work }: { readonly id: number; readonly work: Order | Page }) => {
  void obey(id, 'bytes' in work ? JSON.parse(Buffer.from(work.bytes).toString()) : work)
})

/** An order that is sent as an image. */
interface Page {
  readonly bytes: Uint8Array
}

const kept: Buffer[] = []

async function obey(id: number, { does, diary, until }: Order): Promise<void> {
  const isSecond = diary !== undefined && existsSync(diary)
  if (diary !== undefined) appendFileSync(diary, `${process.pid}\n`)
  const say = (kind: string, more: object = {}): boolean | undefined => process.send?.({ id, kind, ...more })
  const answer = (): boolean | undefined => say('answered', { answer: aboutItself() })
  if (does === 'never begin') return
  if (does === 'lack something') return void say('unequipped', { reason: 'no fonts' })
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

/** What it knows, also as the picture that stands for a page. */
function aboutItself(): object {
  const { pid, execArgv } = process
  const said = { pid, execArgv, env: Object.keys(process.env) }
  const jpeg = Buffer.from(JSON.stringify(said))
  return { ...said, ok: true, picture: { jpeg, width: pid, height: 1, turned: 0 } }
}
