import { parseArgs } from 'node:util'
import { CustomerServer } from './customer.js'
import { absentImages, docker, withoutEngine } from './docker.js'
import { lookInto, type SeenContainer } from './in-container.js'
import { imagesOfOthers, Installation } from './installation.js'
import { confinement } from './steps/confinement.js'
import { downAndUp } from './steps/down-and-up.js'
import { firstCompany } from './steps/first-company.js'
import { firstNote } from './steps/first-note.js'
import { kills } from './steps/kills.js'
import { mcpChallenge } from './steps/mcp-challenge.js'
import { photograph } from './steps/photograph.js'
import { secretsKept, secretsOf } from './steps/secrets.js'
import { trustProxy } from './trust.js'

const HELP = `npm run test:containers [-- --at-hand] [--within <seconds>]

Builds the images, starts an installation with Docker Compose as docs/operations.md says, on a copy of this checkout with names, ports and
secrets of its own, and tries it: health, the operator's first steps, a note with its webhook and document, assistants, a photograph, what
containers may do, secrets, new containers on the old volumes, and a kill of every container under load. Everything is removed afterwards.

--at-hand            does not run where an image of others would have to be pulled
--within <seconds>   how long the containers may take until all are healthy, from \`up\` or a kill on; default 90. A machine with much other
                     work needs more

Exit code: 0 everything held, 1 something did not, 2 it has not run`

const NOT_RUN = 2

const { values } = parseArgs({
  options: {
    'at-hand': { type: 'boolean', default: false },
    within: { type: 'string', default: '90' },
    help: { type: 'boolean', default: false },
  },
})
const within = Number(values.within) * 1_000
if (!(within > 0)) {
  console.error('--within takes a number of seconds.')
  process.exit(1)
}
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const missing = (await withoutEngine()) ?? (values['at-hand'] ? await withoutImages() : undefined)
if (missing !== undefined) {
  console.log(`The containers were not tried: ${missing}.`)
  process.exit(NOT_RUN)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))
// What fails unawaited, such as a customer, ends the run, too, and lets it clean up.
process.on('unhandledRejection', (error) => stopping.abort(error))

process.exit((await run()) ? 0 : 1)

async function withoutImages(): Promise<string | undefined> {
  const absent = await absentImages(await imagesOfOthers())
  return absent.length > 0 ? `the engine does not have ${absent.join(', ')}` : undefined
}

async function run(): Promise<boolean> {
  let installation: Installation | undefined
  try {
    installation = await Installation.prepare(stopping.signal)
    await Promise.race([tryOut(installation), aborted()])
    return true
  } catch (error) {
    console.error(`FAILED ${error instanceof Error ? error.message : error}`)
    if (!stopping.signal.aborted) console.error(await installation?.state().catch(String))
    return false
  } finally {
    stopping.abort()
    await installation?.remove()
    console.log('everything is removed')
  }
}

function aborted(): Promise<never> {
  const { signal } = stopping
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function tryOut(installation: Installation): Promise<void> {
  const { site, ports, services } = installation
  const image = services.api?.image ?? ''
  const customer = new CustomerServer(ports.customer)
  await step('images are built', async () => {
    await installation.compose('build')
    return sizes(Object.values(services).flatMap(({ build, image }) => (build ? [image] : [])))
  })
  await step('all containers are healthy', async () => {
    const began = performance.now()
    await installation.compose('up', '--detach')
    await installation.untilHealthy(within - (performance.now() - began))
  })
  await trustProxy(installation)
  void customer.follow(stopping.signal)
  const company = await step('first company, user and key', () => firstCompany(installation))
  const note = await step('a note by the proxy, its webhook and its document', () =>
    firstNote(site, company, customer),
  )
  await step('assistants are told where to log in', () => mcpChallenge(site))
  await step('a photograph is read', () => photograph(site, company.key))
  const seen = await lookIntoAll(installation, image)
  await step('users, capabilities and read-only files', async () => confinement(services, seen))
  await step('down and up again with everything there', () =>
    downAndUp(installation, company, note, { customer, within }),
  )
  await step('nothing acknowledged is lost when containers are killed', () =>
    kills(installation, company, { customer, image, within }),
  )
  await step('no secret in an environment or log', async () => {
    const others = [
      { name: 'the API key', text: company.key },
      { name: 'the link to choose a password', text: lastPart(company.link) },
      { name: 'the secret of the webhook', text: note.webhookSecret },
      { name: 'the address of a document', text: lastPart(note.documentUrl) },
    ]
    const secrets = [...(await secretsOf(installation)), ...others]
    return secretsKept(installation, await lookIntoAll(installation, image), secrets)
  })
}

/** Does a part of the trial, and says how long it took. What it resolves with is said, too, when it is words. */
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  stopping.signal.throwIfAborted()
  const began = performance.now()
  const result = await work().catch((error: unknown) => {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`ok   ${name} (${seconds} s)${typeof result === 'string' ? `: ${result}` : ''}`)
  return result
}

function lastPart(url: string): string {
  return url.split(/[/=]/).at(-1) ?? ''
}

async function sizes(images: readonly string[]): Promise<string> {
  const megabytes = await Promise.all(
    images.map(
      async (image) => Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image])) / 1e6,
    ),
  )
  return megabytes.map((size) => `${size.toFixed(0)} MB`).join(' and ')
}

async function lookIntoAll(installation: Installation, image: string): Promise<readonly SeenContainer[]> {
  const running = (await installation.containers()).filter(({ State }) => State === 'running')
  const seen: SeenContainer[] = []
  for (const { ID, Name, Service } of running)
    seen.push({ id: ID, name: Name, service: Service, seen: await lookInto(ID, image) })
  return seen
}
