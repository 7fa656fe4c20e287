import { readFile } from 'node:fs/promises'
import { parseConfig } from '@ecmr/runtime'
import t from 'tap'
import { envExample, withSettings } from '#settings-documents'

const text = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')

t.test('.env.example holds every setting as the schema describes it', async (t) => {
  t.equal(await text('.env.example'), envExample(), 'run: npm run docs:settings')
})

t.test('docs/configuration.md describes every setting, and marks the secrets', async (t) => {
  const document = await text('docs/configuration.md')
  t.equal(document, withSettings(document), 'run: npm run docs:settings')
  t.match(document, '| `SECRET_KEY` * |')
})

t.test('every default in .env.example is allowed', async (t) => {
  const lines = (await text('.env.example')).matchAll(/^#([A-Z_]+)=(.+)$/gm)
  const config = parseConfig(Object.fromEntries([...lines].map(([, name, value]) => [name, value])))
  t.equal(config.port, 8080)
  t.strictSame(config.webhooks.retrySchedule, parseConfig({}).webhooks.retrySchedule)
})
