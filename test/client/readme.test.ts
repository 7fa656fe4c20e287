import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EcmrClient } from '@ecmr/client'
import { freePort } from '@ecmr/runtime'
import t from 'tap'
import { startService } from '../all-in-one/service.js'
import { startProcess } from '../support/child-process.js'
import { emptyDataDir } from '../support/data-dir.js'

const root = new URL('../../../', import.meta.url)
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const compiled = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url))

t.test('the examples of both READMEs are those that run here', async (t) => {
  const quickStart = `\`\`\`ts\n${text('test/client/quick-start.ts')}\`\`\`\n`
  for (const path of ['README.md', 'packages/client/README.md']) t.ok(text(path).includes(quickStart), path)
  const receiver = `\`\`\`ts\n${text('test/client/receiver.ts')}\`\`\`\n`
  t.ok(text('packages/client/README.md').includes(receiver))
})

t.test('create, sign, deliver and follow a note, and receive what the service says of it', async (t) => {
  const { url, key = '' } = await startService(t, { dataDir: await emptyDataDir(t) })
  const port = await freePort()
  const ecmr = new EcmrClient({ baseUrl: url, apiKey: key })
  const hook = { url: `http://127.0.0.1:${port}/hook`, events: ['ecmr.delivered' as const] }
  const { secret } = await ecmr.registerWebhook(hook)
  const receiver = startProcess(t, [compiled('receiver')], {
    env: { PORT: String(port), ECMR_WEBHOOK_SECRET: secret },
  })

  const example = startProcess(t, [compiled('quick-start')], { env: { ECMR_URL: url, ECMR_API_KEY: key } })
  t.equal(await example.ended, 0, example.output())
  const [, number = ''] = /(ECMR-\S+) is delivered\n/.exec(example.output()) ?? []
  t.match(example.output(), /EcmrCreated\n(.*\n)+.*DeliveryConfirmed\ncannot_cancel: /)

  const received = await receiver.untilOutput(/was delivered at \S+\n/)
  t.match(received, `${number} was delivered at `)
})
