import { execFileSync } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SBOM = join(ROOT, 'infra/dist/supply-chain/sbom.js')

const isManifest = (path: string): boolean =>
  !/\/(?:dist|node_modules)(?:\/|$)/.test(path) && (!/\.[a-z]+$/.test(path) || path.endsWith('.json'))

const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

t.test('what is shipped is listed as CycloneDX, with the licence of each package', async (t) => {
  const dir = t.testdir()
  for (const file of ['package.json', 'package-lock.json', 'packages', 'services'])
    await cp(join(ROOT, file), join(dir, file), { recursive: true, filter: isManifest })
  execFileSync(process.execPath, [SBOM, dir], { stdio: 'pipe' })

  const document = JSON.parse(await readFile(join(dir, 'sbom/cyclonedx.json'), 'utf8'))
  t.match(document, {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'ecmr-integration-service', type: 'application' } },
  })
  const purls: readonly string[] = document.components.map(({ purl }: { purl: string }) => purl)
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const name of ['fastify', 'pg', 'tesseract.js-core', '@napi-rs/canvas'])
    t.ok(purls.includes(purlOf(name, packages[`node_modules/${name}`].version)), name)
  t.notOk(
    purls.some((purl) => purl.startsWith('pkg:npm/tap@')),
    'tests are not shipped',
  )
  t.type(document.components[0].hashes[0].content, 'string')

  const licences = await readFile(join(dir, 'sbom/licences.txt'), 'utf8')
  t.match(licences, new RegExp(`^MIT\tfastify ${packages['node_modules/fastify'].version}$`, 'm'))
  t.notMatch(licences, 'none stated')
})

t.test('what npm cannot list is no empty list', async (t) => {
  const dir = t.testdir({ 'package.json': '{"name":"own"}' })
  t.throws(() => execFileSync(process.execPath, [SBOM, dir], { stdio: 'pipe' }), {
    message: /npm made no CycloneDX document/,
  })
})
