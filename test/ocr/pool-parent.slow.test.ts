import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { folder, isAlive, pool, program, until } from './obedient-pool.js'
import type { Order } from './processes/order.js'

function start(t: Test, order: Order) {
  const child = spawn(process.execPath, [program('leaves-one-behind'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

t.test('a kept process does not keep its parent alive, and ends with it', async (t) => {
  const child = start(t, { does: 'answer' })
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  t.equal(code, 0)
  t.match(answer, /^\d+$/)
  await until(() => !isAlive(Number(answer)))
})

for (const does of ['hang', 'spin'] as const)
  t.test(`a process that has to ${does} ends when whom it works for is killed`, async (t) => {
    const { file, diary } = await folder(t)
    const child = start(t, { does, diary: file('diary') })
    await until(() => diary('diary').length === 1)
    t.ok(diary('diary').every(isAlive))
    child.kill('SIGKILL')
    await until(() => !diary('diary').some(isAlive))
  })

t.test('signals that reach the whole group end no page', async (t) => {
  const { file, write, diary } = await folder(t)
  const { ask } = pool(t)
  const asked = ask({ does: 'wait', until: file('go'), diary: file('diary') })
  await until(() => diary('diary').length === 1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const pid of diary('diary')) process.kill(pid, signal)
  await write('go')
  t.same([await asked], diary('diary'))
})
