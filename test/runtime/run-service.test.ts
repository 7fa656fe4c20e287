import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { startProcess, type TestProcess } from '../support/child-process.js'

const FIXTURE = fileURLToPath(new URL('fixtures/service.js', import.meta.url))

function start(t: Test, how: string): TestProcess {
  return startProcess(t, [FIXTURE, how], { env: { METRICS_PORT: 'off' } })
}

t.test('a service that is asked to stop closes everything, newest first, and ends with 0', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const service = start(t, 'well')
    await service.untilOutput(/at work/)
    service.child.kill(signal)
    t.equal(await service.ended, 0)
    t.match(service.output(), 'second closed, work goes on\nfirst closed\n')
  }
})

t.test('an address of a server has time to answer, also while the service computes', async (t) => {
  const service = start(t, 'connecting')
  await service.untilOutput(/at work/)
  t.match(service.output(), 'connected to 127.0.0.1')
})

t.test('lines of the log name the service', async (t) => {
  const service = start(t, 'well')
  const line = (await service.untilOutput(/at work"}\n/)).trim()
  t.match(JSON.parse(line), { name: 'fixture', msg: 'at work' })
})

t.test('background work that fails ends the service with 1, after everything is closed', async (t) => {
  const service = start(t, 'failing')
  t.equal(await service.ended, 1)
  t.match(service.output(), /Error: broken in the background\n +at /)
  t.match(service.output(), 'first closed\n')
})

t.test('what an operator can fix is a sentence without a stack', async (t) => {
  const service = start(t, 'refusing')
  t.equal(await service.ended, 1)
  t.match(service.output(), 'Fix this first.\n')
  t.match(service.output(), 'second closed, work goes on\nfirst closed\n')
  t.notMatch(service.output(), /^ +at /m)
})

t.test('what fails to close does not keep the rest open', async (t) => {
  const service = start(t, 'failing to close')
  await service.untilOutput(/at work/)
  service.child.kill('SIGTERM')
  t.equal(await service.ended, 0)
  t.match(service.output(), 'While stopping: Error: stuck\n')
  t.match(service.output(), 'first closed\n')
})
