import { readFile } from 'node:fs/promises'
import { isSecret, SETTINGS } from '@ecmr/runtime'
import t from 'tap'

t.test('the README describes every setting, and no others, and marks the secrets', async (t) => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## Configuration$([\s\S]*?)^## /m.exec(readme) ?? []
  const described = new Map<string, boolean>()
  // Names stand in a row's first cell.
  for (const [names] of section.matchAll(/^\| `[A-Z_]+`.*? \|/gm))
    for (const [, name = '', mark] of names.matchAll(/`([A-Z_]+)`( \*)?/g))
      described.set(name, mark !== undefined)
  const settings = Object.entries(SETTINGS.properties).map(
    ([name, schema]) => [name, isSecret(schema)] as const,
  )
  t.strictSame(Object.fromEntries(described), Object.fromEntries(settings))
})
