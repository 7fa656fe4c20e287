import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { composeFile, ours, ROOT } from './compose-file.js'

const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
const dockerfile = readFileSync(join(ROOT, 'infra/containers/Dockerfile'), 'utf8')
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')

t.test(
  'two services build an image each from this repository, and the others run the one of the api',
  async (t) => {
    // Each build labels the image with its own service: several for one image would replace each other's, and then the containers.
    const building = Object.entries(services).filter(([, { build }]) => build !== undefined)
    t.strictSame(
      building.map(([name]) => name),
      ['api', 'reader'],
    )
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const from = { context: '.', dockerfile: 'infra/containers/Dockerfile' }
    t.match(services.api, {
      image: `ecmr-integration-service:${version}`,
      build: { ...from, target: 'service' },
    })
    t.match(services.reader, {
      image: `ecmr-integration-service-reader:${version}`,
      build: { ...from, target: 'reader' },
    })
    const others = ours(services).filter(([name]) => name !== 'reader')
    t.equal(new Set(others.map(([, { image }]) => image)).size, 1)
    for (const target of ['service', 'reader']) t.match(dockerfile, ` AS ${target}\n`)
  },
)

t.test('what is copied into the image exists, and is let through to it', async (t) => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  t.not(sources.length, 0)
  for (const source of sources) {
    await t.resolves(access(join(ROOT, source)), source)
    t.ok(ignored.includes(`!${source}`), `${source} is ignored`)
  }
})

t.test('every program that a container runs is compiled, and what its pages run in browsers', async (t) => {
  const [, projects = ''] = /tsc -b (.+)/.exec(dockerfile) ?? []
  const programs = ours(services).map(([, { entrypoint = [], command = [] }]) =>
    [...entrypoint, ...command][1]?.replace('/dist/main.js', ''),
  )
  const inBrowsers = readdirSync(join(ROOT, 'services'))
    .map((service) => `services/${service}/browser`)
    .filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')))
  t.ok(inBrowsers.length > 1)
  t.strictSame(new Set(projects.split(' ')), new Set([...programs, ...inBrowsers]))
})

t.test('the images are for a stated version of Node, and their processes are not root', async (t) => {
  t.match(dockerfile, /^ARG NODE=node:2\d\.\d+\.\d+-bookworm-slim$/m)
  t.match(dockerfile, /^USER node$/m)
  t.notMatch(dockerfile, /^USER root$/m)
})

/** What the lock file says of a package, as far as it matters here. */
const Locked = Type.Object({
  dev: Type.Optional(Type.Boolean()),
  optional: Type.Optional(Type.Boolean()),
  cpu: Type.Optional(Type.Array(Type.String())),
  libc: Type.Optional(Type.Array(Type.String())),
})

t.test(
  'what decodes pictures and makes documents is in the images, the programs of embedded PostgreSQL are not',
  async (t) => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const packages = Value.Parse(Type.Record(Type.String(), Locked), lock.packages)
    const optional = Object.entries(packages).filter(([, { dev, optional }]) => optional && !dev)
    const [, removed = 'nothing'] = /--omit=dev && rm -r (\S+)$/m.exec(dockerfile) ?? []
    t.notMatch(dockerfile, '--omit=optional')
    t.ok(optional.some(([path]) => path.startsWith(`${removed}/`)))
    const kept = optional.filter(([path]) => !path.startsWith(`${removed}/`))
    // Debian is what the image stands on. The registry has no Typst of this version for the other processor.
    const typst = 'node_modules/@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu'
    for (const [processor, renderers] of [
      ['x64', [typst]],
      ['arm64', []],
    ] as const) {
      const forIt = kept.filter(([, { cpu, libc }]) => cpu?.includes(processor) && libc?.includes('glibc'))
      t.strictSame(
        forIt.map(([path]) => path),
        [...renderers, `node_modules/@napi-rs/canvas-linux-${processor}-gnu`],
      )
    }
  },
)

const Package = Type.Object({
  name: Type.String(),
  dependencies: Type.Record(Type.String(), Type.String(), { default: {} }),
})

t.test(
  'what recognises pages is in the image of the reader alone, and only the reading of papers uses it',
  async (t) => {
    const [, moved = ''] = /&& mv (.+) \/recognition\/node_modules\/$/m.exec(dockerfile) ?? []
    const parts = moved.split(' ').map((path) => path.replace('node_modules/', ''))
    const packages = ['packages', 'services'].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) =>
        Value.Parse(Package, JSON.parse(readFileSync(join(ROOT, folder, name, 'package.json'), 'utf8'))),
      ),
    )
    for (const part of parts) {
      const users = packages.filter(({ dependencies }) =>
        Object.keys(dependencies).some((name) => name === part || name.startsWith(`${part}/`)),
      )
      t.strictSame(
        users.map(({ name }) => name),
        ['@ecmr/ocr'],
        part,
      )
    }
    // Who runs the other image has a reader to turn to.
    for (const [name, { environment }] of ours(services)) {
      const asksForPages = ['api', 'panel', 'mcp', 'ecmr', 'reader'].includes(name)
      t.equal('OCR_READER_SOCKET' in environment, asksForPages, name)
    }
  },
)

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

t.test('every image of others gets the digest that the registry answers', async (t) => {
  const { code, file } = await pin(t, ANSWER)
  t.equal(code, 0)
  const own = ours(services).map(([name]) => name)
  const others = Object.entries(services).filter(([name]) => !own.includes(name))
  const [, node] = /^ARG NODE=(.+)$/m.exec(dockerfile) ?? []
  t.strictSame(parse(await readFile(file, 'utf8')).services, {
    ...Object.fromEntries(
      ['api', 'reader'].map((name) => [name, { build: { args: { NODE: `${node}@${DIGEST}` } } }]),
    ),
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
