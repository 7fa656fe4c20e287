import { pino } from 'pino'
import { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

test('at level debug each request is a line, without what its address held', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const { visitor } = await buildTestPanel(t, () => ({ logger }))
  await visitor().open('/recuperar/a-secret-link?and=a-secret-query')
  await visitor().open('/nothing/a-secret-path')
  await visitor().send('/entrar', { email: 'a-secret@example.com', password: 'a-secret-password' })
  const log = lines.join('')
  t.match(log, /"method":"GET","route":"\/recuperar\/:token","status":\d+/)
  t.match(log, /"status":404/)
  t.notMatch(log, /a-secret/)
})

test('a request is no line at level info, also when its form has expired', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const { visitor } = await buildTestPanel(t, () => ({ logger }))
  await visitor().send('/entrar', {}, { token: 'x' })
  t.same(lines, [])
})

test('an unconfigured proxy is logged once, without the address that it forwards', async (t) => {
  for (const [trustProxy, said] of [
    [false, 1],
    [1, 0],
  ] as const) {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const { visitor } = await buildTestPanel(t, () => ({ logger, trustProxy }))
    await visitor().open('/entrar')
    t.equal(lines.length, 0)
    await visitor({ 'x-forwarded-for': '192.0.2.7' }).open('/entrar')
    await visitor({ 'x-forwarded-for': '192.0.2.8' }).open('/entrar')
    t.equal(lines.filter((line) => line.includes('TRUST_PROXY names none')).length, said)
    t.notMatch(lines.join(''), '192.0.2.')
  }
})
