import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import t from 'tap'

const PANEL = fileURLToPath(new URL('../../../services/panel/', import.meta.url))

t.test('every template of the panel can be compiled', async (t) => {
  const eta = new Eta()
  const templates = readdirSync(PANEL, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.eta'),
  )
  t.ok(templates.length > 20, `${templates.length} templates`)
  for (const path of templates)
    t.doesNotThrow(() => eta.compile(readFileSync(`${PANEL}${path}`, 'utf8')), path)
})
