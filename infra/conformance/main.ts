import { freePort } from '@ecmr/runtime'
import { accessToken, register } from '../harness/assistant.js'
import { logIn, type Person } from '../harness/person.js'
import { startWholeService } from '../harness/whole-service.js'
import { legendOf, type Run, runSuite, type Scenario, tableOfRuns, verdictOn } from './conformance.js'
import { notMet } from './not-met.js'
import { withToken } from './service.js'

const REVISIONS = ['2025-11-25', '2026-07-28']

const service = await startWholeService('conformance')
const runs: Run[] = []
try {
  const site = `http://localhost:${new URL(service.url).port}`
  const person = await logIn(site, service.person)
  const proxy = await withToken(service.url, await accessToken(site, person))
  for (const requirements of REVISIONS) {
    process.stderr.write(`  ${requirements} …\n`)
    const args = ['server', '--url', `${proxy.url}/mcp`, '--requirements', requirements]
    runs.push({ requirements, scenarios: await runSuite(args) })
  }
  await proxy.close()
  process.stderr.write('  authorization …\n')
  runs.push({ requirements: 'authorization', scenarios: await authorization(site, person) })
} finally {
  await service.stop()
}

console.log(`${tableOfRuns(runs, notMet)}\n\n${legendOf(notMet)}\n`)
const { unexpected, outdated } = verdictOn(runs, notMet)
for (const failure of unexpected) console.log(`FAILS, and is not in not-met.ts: ${failure}`)
for (const check of outdated) console.log(`In not-met.ts, and does not fail: ${check}`)
const sound = unexpected.length + outdated.length === 0
if (sound) console.log('Everything is met but what is in not-met.ts.')
process.exit(sound ? 0 : 1)

/** The suite waits for a person with a browser; it prints the address to open. */
async function authorization(site: string, person: Person): Promise<readonly Scenario[]> {
  const port = await freePort()
  const client = await register(site, `http://127.0.0.1:${port}/callback`)
  const args = ['--url', site, '--client-id', client, '--resource', `${site}/mcp`, '--port', String(port)]
  return runSuite(['authorization', ...args], (line) => {
    if (line.startsWith(`${site}/oauth/authorize?`)) void authorise(person, line)
  })
}

async function authorise(person: Person, wanted: string): Promise<void> {
  try {
    await fetch(await person.agree(wanted))
  } catch (error) {
    process.stderr.write(`  authorisation failed: ${error}\n`)
  }
}
