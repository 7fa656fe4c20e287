import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@ecmr/runtime'
import { newCertificate } from '../drill/receiver.js'
import { root } from '../harness/child.js'
import {
  type ComposeService,
  type Container,
  composeProject,
  containersOf,
  notReady,
} from './compose-project.js'
import { docker } from './docker.js'
import { overrideFile } from './override.js'

/** What docker-compose.yml and the Dockerfile need of a checkout. */
const PARTS = [
  ...['package.json', 'package-lock.json', 'tsconfig.base.json', '.dockerignore', 'docker-compose.yml'],
  ...['packages', 'services', 'infra/containers'],
]
const LEFT_OUT = ['node_modules', 'dist', 'secrets', 'pinned-images.yml']

const OUR_IMAGE = /^ecmr-integration-service(-reader)?:/
const LOOK_EVERY_MS = 250
const LOG_LINES = '15'

/** The images of others that an installation runs and is built on, as the files of this checkout name them. */
export async function imagesOfOthers(): Promise<readonly string[]> {
  const services = await servicesIn(root)
  const dockerfile = await readFile(join(root, 'infra/containers/Dockerfile'), 'utf8')
  const base = /^ARG NODE=(\S+)$/m.exec(dockerfile)?.[1] ?? ''
  const images = Object.values(services).map(({ image }) => image)
  return [base, ...images.filter((image) => !OUR_IMAGE.test(image))]
}

/** The services of a checkout, the operator's command among them. */
async function servicesIn(directory: string): Promise<Readonly<Record<string, ComposeService>>> {
  const args = ['compose', '--file', 'docker-compose.yml', '--profile', 'tools', 'config', '--format', 'json']
  return composeProject(await docker(args, { cwd: directory, env: { SITE_URL: 'https://localhost' } }))
}

/** An installation with Compose, by the operator's steps, on a copy of this checkout, with names, ports and secrets of its own. */
export class Installation {
  /** the public origin */
  readonly site: string
  /** the services that Compose starts */
  services: Readonly<Record<string, ComposeService>> = {}
  readonly #env: Readonly<Record<string, string>>

  private constructor(
    /** the copy of the checkout */
    readonly directory: string,
    /** its name in Compose, and the tag of its images */
    readonly project: string,
    readonly ports: { readonly site: number; readonly customer: number },
    /** the first three numbers of its addresses */
    private readonly network: string,
    private readonly signal: AbortSignal,
  ) {
    this.site = `https://localhost:${ports.site}`
    this.#env = {
      COMPOSE_PROJECT_NAME: project,
      COMPOSE_FILE: 'docker-compose.yml:override.yml',
      SITE_URL: this.site,
      FRONT_NETWORK: `${network}.0/25`,
    }
  }

  /** Copies the checkout, and makes the secrets as an operator does. Nothing is started yet. */
  static async prepare(signal: AbortSignal): Promise<Installation> {
    const directory = await mkdtemp(join(tmpdir(), 'ecmr-containers-'))
    // Containers of several users read files in it.
    await chmod(directory, 0o755)
    const project = basename(directory).toLowerCase()
    const ports = { site: await freePort(), customer: await freePort() }
    // Beside that of docker-compose.yml, which may be in use.
    const network = `172.30.${randomInt(100, 250)}`
    const installation = new Installation(directory, project, ports, network, signal)
    await installation.#write().catch(async (error: unknown) => {
      await installation.remove()
      throw error
    })
    return installation
  }

  async #write(): Promise<void> {
    for (const part of PARTS)
      await cp(join(root, part), join(this.directory, part), {
        recursive: true,
        filter: (path) => !LEFT_OUT.includes(basename(path)) && !path.endsWith('.tsbuildinfo'),
      })
    await promisify(execFile)(join(this.directory, 'infra/containers/create-secrets.sh'))
    const customerFolder = join(this.directory, 'customer')
    await mkdir(customerFolder)
    await newCertificate(customerFolder, 'DNS:customer')
    await chmod(join(customerFolder, 'receiver.key'), 0o444)
    await cp(new URL('receiver.js', import.meta.url), join(customerFolder, 'receiver.mjs'))
    const all = await servicesIn(this.directory)
    const images = Object.entries(all).flatMap(([name, { image }]) =>
      OUR_IMAGE.test(image) ? [[name, image.replace(/:.*/, `:${this.project}`)]] : [],
    )
    const differences = {
      ...{ images: Object.fromEntries(images), port: this.ports.site, customerPort: this.ports.customer },
      ...{ customerFolder, outside: `${this.network}.128/25` },
    }
    await writeFile(join(this.directory, 'override.yml'), overrideFile(differences))
    this.services = composeProject(await this.compose('config', '--format', 'json'))
  }

  /** Runs `docker compose` in it. */
  compose(...args: readonly string[]): Promise<string> {
    return docker(['compose', ...args], { cwd: this.directory, env: this.#env, signal: this.signal })
  }

  /** Runs a command of the operator's and returns what it printed. */
  async ecmr(...args: readonly string[]): Promise<string> {
    return (await this.compose('run', '--rm', '--no-TTY', 'ecmr', ...args)).trim()
  }

  /** Its containers, without those of commands. */
  async containers(): Promise<readonly Container[]> {
    return containersOf(await this.compose('ps', '--all', '--format', 'json'))
  }

  /** Waits until every container is healthy. @throws after so many milliseconds, with what is not */
  async untilHealthy(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs
    for (;;) {
      const wrong = notReady(this.services, await this.containers())
      if (wrong.length === 0) return
      if (performance.now() > deadline)
        throw new Error(`not healthy after ${Math.round(withinMs / 1_000)} s: ${wrong.join(', ')}`)
      await delay(LOOK_EVERY_MS, undefined, { signal: this.signal })
    }
  }

  /** All that its containers have written. */
  logs(): Promise<string> {
    return docker(['compose', 'logs', '--no-color'], { cwd: this.directory, env: this.#env, both: true })
  }

  /** The containers, and the end of what those wrote that are not healthy. */
  async state(): Promise<string> {
    const options = { cwd: this.directory, env: this.#env, both: true }
    const shown = await docker(
      ['compose', 'ps', '--all', '--format', 'table {{.Name}}\t{{.Status}}'],
      options,
    )
    const printed = await docker(['compose', 'ps', '--all', '--format', 'json'], { ...options, both: false })
    const ill = containersOf(printed).filter(
      ({ Health, ExitCode }) => Health !== 'healthy' && (Health || ExitCode),
    )
    const logs = ill.map(({ Name }) => docker(['logs', '--tail', LOG_LINES, Name], options))
    return [shown, ...(await Promise.all(logs)).map((log, at) => `${ill[at]?.Name}:\n${log}`)].join('\n')
  }

  /** Removes containers, networks, volumes, images and files, whatever has been made of them. */
  async remove(): Promise<void> {
    try {
      if (Object.keys(this.services).length > 0) await this.#removeContainers()
    } finally {
      await rm(this.directory, { recursive: true, force: true })
    }
  }

  async #removeContainers(): Promise<void> {
    const options = { cwd: this.directory, env: this.#env }
    const ofProject = ['--filter', `label=com.docker.compose.project=${this.project}`]
    const containers = (await docker(['ps', '--all', '--quiet', ...ofProject])).split('\n').filter(Boolean)
    if (containers.length > 0) await docker(['rm', '--force', '--volumes', ...containers])
    await docker(['compose', 'down', '--volumes', '--remove-orphans'], options)
    const own = Object.values(this.services).filter(({ image }) => image.endsWith(`:${this.project}`))
    // Not there when the build failed.
    for (const image of new Set(own.map(({ image }) => image)))
      await docker(['image', 'rm', image]).catch(() => undefined)
  }
}
