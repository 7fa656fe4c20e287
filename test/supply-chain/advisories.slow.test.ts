import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { portOf } from '../support/port-of.js'

const CHECK = fileURLToPath(new URL('../../../infra/dist/supply-chain/advisories.js', import.meta.url))

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Reads what it should not',
  severity: 'high',
  vulnerable_versions: '<2.0.0',
  cwe: [],
  cvss: { score: 8, vectorString: null },
}

/** A registry that knows advisories by the names of packages. Gives its URL. */
async function registry(t: Test, advisories: Readonly<Record<string, readonly object[]>>): Promise<string> {
  const server = createServer((request, response) => {
    const isBulk = request.url === '/-/npm/v1/security/advisories/bulk'
    const versions = Object.fromEntries(
      ['1.0.0', '2.0.0'].map((version) => [version, { name: 'leaky', version }]),
    )
    const packument = { name: 'leaky', 'dist-tags': {}, versions }
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end(JSON.stringify(isBulk ? advisories : packument)))
  })
  t.teardown(() => server.close())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${portOf(server)}`
}

/** Checks a project with one dependency against a registry, as `npm run check:advisories` does. */
function check(t: Test, url: string): Promise<{ readonly code: number; readonly output: string }> {
  const own = { name: 'own', version: '1.0.0', dependencies: { leaky: '1.0.0' } }
  const leaky = { version: '1.0.0', resolved: `${url}/leaky.tgz`, integrity: 'sha512-AA==' }
  const lock = { ...own, lockfileVersion: 3, packages: { '': own, 'node_modules/leaky': leaky } }
  const root = t.testdir({ 'package.json': JSON.stringify(own), 'package-lock.json': JSON.stringify(lock) })
  const env = {
    ...process.env,
    npm_config_registry: url,
    npm_config_noproxy: '127.0.0.1',
    npm_config_cache: `${root}/c`,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [CHECK, root], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })
}

t.test('a package that an advisory is about is named, and the check fails', async (t) => {
  const { code, output } = await check(t, await registry(t, { leaky: [advisory] }))
  t.equal(code, 1, output)
  t.match(output, 'high: leaky 1.0.0: Reads what it should not (https://advisories.example/1)')
  t.match(output, 'Advisories: 1 packages checked, 1 affected')
})

t.test('without advisories the check passes and says how much it has checked', async (t) => {
  const { code, output } = await check(t, await registry(t, {}))
  t.equal(code, 0, output)
  t.match(output, 'Advisories: 1 packages checked, 0 affected')
})

t.test('a registry that cannot be asked is not taken for one without advisories', async (t) => {
  const { code, output } = await check(t, `http://127.0.0.1:${await freePort()}`)
  t.equal(code, 2, output)
  t.match(output, /^NOT CHECKED: the registry could not be asked for advisories \(.+\)\.$/m)
})
