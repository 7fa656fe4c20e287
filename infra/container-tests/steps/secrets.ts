import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { docker } from '../docker.js'
import type { SeenContainer } from '../in-container.js'
import type { Installation } from '../installation.js'

// What is shorter stands for nothing, or is found by chance.
const SHORTEST = 20

/** Something that must be neither in an environment nor in a log. */
export interface Secret {
  readonly name: string
  readonly text: string
}

/** The lines of the files that `create-secrets.sh` has made. */
export async function secretsOf({ directory }: Installation): Promise<readonly Secret[]> {
  const folder = join(directory, 'infra/containers/secrets')
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  )
  return files.flatMap(({ name, text }) =>
    text
      .split('\n')
      .filter((line) => line.length >= SHORTEST && !line.startsWith('-----'))
      .map((line) => ({ name, text: line })),
  )
}

/**
 * Looks for secrets in what Docker tells of the containers, in the environments of their processes, and in their logs. Returns how much
 * was searched, in words.
 */
export async function secretsKept(
  installation: Installation,
  containers: readonly SeenContainer[],
  secrets: readonly Secret[],
): Promise<string> {
  const described = await docker(['inspect', ...containers.map(({ id }) => id)])
  const logs = await installation.logs()
  const places = [
    { place: 'what docker inspect tells', text: described },
    { place: 'a log', text: logs },
    ...containers.flatMap(({ name, seen }) =>
      seen.processes.map(({ environment }) => ({ place: `an environment in ${name}`, text: environment })),
    ),
  ]
  const found = places.flatMap(({ place, text }) =>
    secrets.filter((secret) => text.includes(secret.text)).map(({ name }) => `${name} is in ${place}`),
  )
  if (found.length > 0) throw new Error([...new Set(found)].join('\n'))
  return `${secrets.length} secrets in no environment, and in none of ${logs.split('\n').length} lines of logs`
}
