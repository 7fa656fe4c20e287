import { readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { composeFile, ours, ROOT } from './compose-file.js'

const { services } = composeFile({ SITE_URL: 'https://notes.example.com' })
const dockerfile = readFileSync(join(ROOT, 'infra/containers/Dockerfile'), 'utf8')
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')

t.test('all services share one image, built from this repository', async (t) => {
  const builds = new Set(ours(services).map(([, { image, build }]) => JSON.stringify({ image, build })))
  t.equal(builds.size, 1)
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  t.match(services.api, {
    image: `ecmr-integration-service:${version}`,
    build: { context: '.', dockerfile: 'infra/containers/Dockerfile' },
  })
})

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
  t.strictSame(new Set(projects.split(' ')), new Set([...programs, 'services/panel/browser']))
})

t.test('the image is for a stated version of Node, and its processes are not root', async (t) => {
  t.match(dockerfile, /^ARG NODE=node:2\d\.\d+\.\d+-bookworm-slim$/m)
  t.match(dockerfile, /^USER node$/m)
  t.notMatch(dockerfile, /^USER root$/m)
})
