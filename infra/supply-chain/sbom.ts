import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './audit.js'
import { licenceList, readSbom } from './read-sbom.js'

/**
 * Writes what a project (default: this one) ships, as far as it comes from npm: a CycloneDX document and a list of licences, into a
 * folder `sbom` in it. It reads the lock file alone and needs no network.
 */
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../../../', import.meta.url)))
const ARGS = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']

const { stdout, stderr } = await npm(root, ARGS)
const { name } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const sbom = readSbom(stdout, String(name))
if (sbom === undefined) {
  console.error(`npm made no CycloneDX document:\n${stderr}`)
  process.exitCode = 1
} else {
  const folder = join(root, 'sbom')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'cyclonedx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`)
  await writeFile(join(folder, 'licences.txt'), licenceList(sbom.components))
  console.log(`${sbom.components.length} packages: sbom/cyclonedx.json, sbom/licences.txt`)
}
