import { readdir, readFile } from 'node:fs/promises'
import { boards, dashboardFiles, queriesOf } from '#observability'
import t from 'tap'

const ROOT = new URL('../../../', import.meta.url)
const FOLDER = new URL('infra/observability/dashboards/', ROOT)

const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8')

t.test('the files of the dashboards are those of their definitions', async (t) => {
  const files = dashboardFiles()
  t.strictSame((await readdir(FOLDER)).toSorted(), [...files.keys()].toSorted())
  for (const [name, text] of files)
    t.equal(await readFile(new URL(name, FOLDER), 'utf8'), text, `${name}: npm run docs:dashboards`)
})

t.test('dashboards show metrics that there are, each panel under a title of its own', async (t) => {
  const known = `${await read('docs/metrics.md')}${await read('infra/observability/alerts.yml')}`
  for (const board of boards) {
    for (const row of board.rows) {
      const titles = row.panels.map(({ title }) => title)
      t.equal(new Set(titles).size, titles.length, `${board.title} / ${row.title}`)
    }
    for (const [place, query] of queriesOf(board))
      for (const [name] of query.matchAll(/\becmr_[a-z_]+[a-z]\b(?!\()/g))
        t.ok(known.includes(name.replace(/_(bucket|count|sum)$/, '')), `${place}: ${name}`)
  }
})

t.test('Grafana in the containers gets every dashboard, and the source that they ask', async (t) => {
  const compose = await read('docker-compose.yml')
  for (const name of dashboardFiles().keys()) {
    t.match(compose, `infra/observability/dashboards/${name}`)
    t.match(compose, `target: /etc/grafana/dashboards/${name}`)
  }
  const sources = await read('infra/observability/provisioning/datasources.yml')
  const [, uid = 'none'] = /uid: (\w+)/.exec(sources) ?? []
  for (const text of dashboardFiles().values())
    for (const [, asked] of text.matchAll(/"datasource": \{\s+"type": "prometheus",\s+"uid": "(\w+)"/g))
      t.equal(asked, uid)
})
