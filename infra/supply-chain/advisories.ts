import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm, readAudit } from './audit.js'

/**
 * Asks npm's registry for advisories about the packages in a project's lock file (default: this project's). Exits 0 when there are
 * none, 1 when there are some, and 2 when the registry could not be asked, which says nothing about the packages.
 */
const root = resolve(process.argv[2] ?? fileURLToPath(new URL('../../../', import.meta.url)))
const ARGS = ['audit', '--json', '--package-lock-only', '--fetch-retries=1', '--fetch-retry-mintimeout=500']

const result = readAudit(await npm(root, ARGS))
switch (result.kind) {
  case 'not asked':
    console.error(`NOT CHECKED: the registry could not be asked for advisories (${result.reason}).`)
    console.error(
      'Run this where npm reaches a registry with advisories, such as https://registry.npmjs.org.',
    )
    process.exitCode = 2
    break
  case 'asked':
    for (const { severity, name, range, titles } of result.affected)
      console.error(`${severity}: ${name} ${range}: ${titles.join('; ')}`)
    console.log(`Advisories: ${result.packages} packages checked, ${result.affected.length} affected`)
    if (result.affected.length > 0) process.exitCode = 1
    break
  default:
    result satisfies never
}
