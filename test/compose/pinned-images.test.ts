import { execFile } from 'node:child_process'
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { composeFile, ours, ROOT } from './compose-file.js'

// As buildx prints it.
const DIGEST = `sha256:${'0a'.repeat(32)}`
const ANSWER = `printf 'Name:      %s\\nMediaType: application/vnd.oci.image.index.v1+json\\nDigest:    ${DIGEST}\\n' "$4"`

/** Runs the script in a copy of the project, with such a program in the place of Docker. */
async function pin(t: Test, docker: string) {
  const dir = t.testdir({ bin: {}, project: {} })
  const containers = join(dir, 'project/infra/containers')
  await mkdir(containers, { recursive: true })
  for (const file of ['docker-compose.yml', 'infra/containers/Dockerfile', 'infra/containers/pin-images.sh'])
    await cp(join(ROOT, file), join(dir, 'project', file))
  await writeFile(join(dir, 'bin/docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 })
  const env = { PATH: `${join(dir, 'bin')}:${process.env.PATH}` }
  const code = await new Promise<number>((resolve) => {
    execFile(join(containers, 'pin-images.sh'), { env }, (error) => resolve(Number(error?.code ?? 0)))
  })
  return { code, file: join(containers, 'pinned-images.yml') }
}

t.test('every image of others gets the digest that the registry tells', async (t) => {
  const { code, file } = await pin(t, ANSWER)
  t.equal(code, 0)
  const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
  const own = ours(services).map(([name]) => name)
  const others = Object.entries(services).filter(([name]) => !own.includes(name))
  const [, node] =
    /^ARG NODE=(.+)$/m.exec(await readFile(join(ROOT, 'infra/containers/Dockerfile'), 'utf8')) ?? []
  t.strictSame(parse(await readFile(file, 'utf8')).services, {
    api: { build: { args: { NODE: `${node}@${DIGEST}` } } },
    ...Object.fromEntries(others.map(([name, { image }]) => [name, { image: `${image}@${DIGEST}` }])),
  })
})

t.test('without an answer for each image nothing is written', async (t) => {
  const answers = ['exit 1', 'echo Digest: latest', `case "$*" in *postgres*) exit 1 ;; *) ${ANSWER} ;; esac`]
  for (const docker of answers) {
    const { code, file } = await pin(t, docker)
    t.not(code, 0)
    await t.rejects(access(file))
  }
})
