import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { startProcess } from '../support/child-process.js'

const FIXTURE = fileURLToPath(new URL('fixtures/service.js', import.meta.url))

async function lineOf(t: Test, env: Record<string, string>): Promise<string> {
  const service = startProcess(t, [FIXTURE, 'telling'], { env: { METRICS_PORT: 'off', ...env } })
  return service.untilOutput(/at work[^\n]*\n[\s\S]*told[\s\S]*\n$/)
}

t.test('the log is JSON where no terminal is, and has the fields of the schema only', async (t) => {
  const lines = (await lineOf(t, {})).split('\n')
  const line = lines.find((each) => each.includes('told')) ?? ''
  t.match(JSON.parse(line), {
    level: 40,
    name: 'fixture',
    msg: 'told',
    ecmr_id: '0198',
    unknown_fields: ['driver_name', 'plate'],
  })
  t.notMatch(line, /Zoraida|1234 LKM/)
})

t.test('LOG_FORMAT=pretty is for people, also where no terminal is', async (t) => {
  const output = await lineOf(t, { LOG_FORMAT: 'pretty' })
  t.match(output, /^\[\d\d:\d\d:\d\d\] WARN \(fixture\): told\n/m)
  t.match(output, /^ +ecmr_id: "0198"$/m)
  t.notMatch(output, '\u001b', 'without colours, which only terminals understand')
})
