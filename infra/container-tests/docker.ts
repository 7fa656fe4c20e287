import { spawn } from 'node:child_process'

const LARGEST_OUTPUT = 256_000_000
const SHOWN_ON_FAILURE = 6_000
const ENGINE_ANSWERS_MS = 15_000

/** How a command of Docker is run. */
export interface DockerOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** ends the command */
  readonly signal?: AbortSignal
  /** whether what it writes to its standard error belongs to the answer, as logs do */
  readonly both?: boolean
}

/**
 * Runs `docker` with these arguments.
 *
 * @returns what it has printed
 * @throws when it fails, with the end of what it said, or prints more than 256 MB
 */
export async function docker(args: readonly string[], options: DockerOptions = {}): Promise<string> {
  const { cwd, env, signal, both = false } = options
  // A group of its own: Ctrl-C in a terminal is for this program, which then ends the command, or lets it clean up.
  const child = spawn('docker', args, {
    ...(cwd !== undefined && { cwd }),
    ...(signal && { signal }),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: Buffer[] = []
  let bytes = 0
  let said = ''
  const keep = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > LARGEST_OUTPUT) child.kill()
    else chunks.push(chunk)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', (chunk: Buffer) => {
    if (both) keep(chunk)
    said = (said + chunk).slice(-SHOWN_ON_FAILURE)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  const printed = Buffer.concat(chunks).toString()
  if (code === 0) return printed
  const output = `${printed.slice(-SHOWN_ON_FAILURE)}${said}`
  throw new Error(`docker ${args.join(' ')} ended with ${code}:\n${output}`)
}

/** Why containers cannot be started on this machine, or undefined. */
export async function withoutEngine(): Promise<string | undefined> {
  const signal = AbortSignal.timeout(ENGINE_ANSWERS_MS)
  const version = await docker(['info', '--format', '{{.ServerVersion}}'], { signal }).catch(() => '')
  if (version.trim() === '') return 'no Docker engine answers'
  const compose = await docker(['compose', 'version', '--short'], { signal }).catch(() => '')
  return compose.trim() === '' ? 'Docker has no Compose' : undefined
}

/** Those of these images that the engine does not have, and would have to pull. */
export async function absentImages(images: readonly string[]): Promise<readonly string[]> {
  const absent: string[] = []
  for (const image of new Set(images))
    await docker(['image', 'inspect', '--format', '{{.Id}}', image]).catch(() => absent.push(image))
  return absent
}
