import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { degradePage, drawPage } from '#ocr-corpus'
import { startProcess } from '../support/child-process.js'
import { isAlive } from '../support/is-alive.js'
import { allowsNamespaces } from '../support/namespaces.js'
import { until } from '../support/until.js'

const ours = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
const readsApart = fileURLToPath(new URL('./processes/reads-apart.js', import.meta.url))

t.test('a page is read apart, and a killed service leaves no process behind', async (t) => {
  const drawn = drawPage({ layout: 'cmr', language: 'es', seed: 1 })
  const file = join(t.testdir(), 'page')
  await writeFile(file, degradePage(drawn, 'clean', 1).bytes)
  const run = startProcess(t, [readsApart, file], { env: { SECRET_KEY: 'k'.repeat(32) } })
  const { fields, children, protection } = JSON.parse(await run.untilOutput(/\}\n$/))
  const right = fields.filter(
    ({ name, value }: { name: keyof typeof drawn.truth; value: unknown }) =>
      value !== null && value === drawn.truth[name],
  )
  t.ok(right.length > 5, `${right.length} of ${fields.length} fields are as on paper`)
  t.equal(protection.network, allowsNamespaces(ours) ? 'none' : 'shared')
  const pids = children.split(' ').map(Number)
  t.ok(pids.length > 0 && pids.every(isAlive))
  run.child.kill('SIGKILL')
  await until(() => !pids.some(isAlive), 'the end of all processes')
})
