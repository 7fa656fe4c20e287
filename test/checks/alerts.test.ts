import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { ecmr } from '@ecmr/cli/program'
import t from 'tap'
import { withoutPromtool } from '../support/promtool.js'

const ROOT = new URL('../../../', import.meta.url)
const OBSERVABILITY = new URL('infra/observability/', ROOT)
const MOST_ALERTS = 15

const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8')
const alertsIn = (rules: string): readonly string[] =>
  [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)

t.test('every alert has a runbook, and every runbook an alert', async (t) => {
  const alerts = alertsIn(await read('infra/observability/alerts.yml'))
  t.ok(alerts.length > 0 && alerts.length <= MOST_ALERTS, `${alerts.length} alerts`)
  const pages = (await readdir(new URL('docs/runbooks/', ROOT))).map((name) => name.replace(/\.md$/, ''))
  t.strictSame(pages.toSorted(), alerts.toSorted())
  for (const name of alerts)
    t.match(
      await read(`docs/runbooks/${name}.md`),
      new RegExp(`^# ${name}\n\n.+\n\n## Look at\n\n- .+[^]+\n## Do\n\n- `),
    )
})

t.test('rules and runbooks name metrics that there are', async (t) => {
  const known = await read('docs/metrics.md')
  const pages = await readdir(new URL('docs/runbooks/', ROOT))
  const texts = [
    'infra/observability/alerts.yml',
    'infra/observability/alerts.test.yml',
    ...pages.map((name) => `docs/runbooks/${name}`),
  ]
  for (const path of texts)
    for (const [name] of (await read(path)).matchAll(/\becmr_[a-z_]+[a-z]\b(?!\()/g))
      t.ok(known.includes(`\`${name.replace(/_(bucket|count|sum)$/, '')}\``), `${path}: ${name}`)
})

t.test('runbooks name commands that there are', async (t) => {
  const commands = await ecmr()
  for (const page of await readdir(new URL('docs/runbooks/', ROOT)))
    for (const [, words = ''] of (await read(`docs/runbooks/${page}`)).matchAll(
      /`ecmr ([a-z]+(?: [a-z-]+)*)/g,
    )) {
      let command = commands
      for (const word of words.split(' ')) {
        const child = command.commands.find((one) => one.name() === word)
        if (child) command = child
        else t.ok(command.commands.length === 0, `${page}: ecmr ${words}`)
      }
      t.ok(command !== commands, `${page}: ecmr ${words}`)
    }
})

t.test('each alert fires and clears by itself', { skip: withoutPromtool }, async (t) => {
  const alerts = alertsIn(await read('infra/observability/alerts.yml'))
  const tested = [...(await read('infra/observability/alerts.test.yml')).matchAll(/- name: (\w+)/g)]
  t.strictSame([...new Set(tested.map(([, name]) => name))], alerts)
  const promtool = (...args: readonly string[]): string =>
    execFileSync('promtool', args, { cwd: OBSERVABILITY, encoding: 'utf8' })
  t.match(promtool('check', 'rules', 'alerts.yml'), /SUCCESS/)
  t.match(promtool('test', 'rules', 'alerts.test.yml'), /SUCCESS/)
  t.match(promtool('check', 'config', '--syntax-only', 'prometheus.yml'), /SUCCESS/)
})
