import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { type ComposeService, composeProject, containersOf, notReady } from '#container-tests/compose-project'
import { CUSTOMER_URL, overrideFile } from '#container-tests/override'
import { confinement } from '#container-tests/steps/confinement'
import { ROOT } from './compose-file.js'

const PROGRAM = join(ROOT, 'infra/dist/container-tests/main.js')

/** Runs the trial with such a program in the place of Docker. */
async function tryOut(t: Test, docker: string) {
  const dir = t.testdir()
  await writeFile(join(dir, 'docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 })
  const env = { PATH: `${dir}:/usr/bin:/bin` }
  return new Promise<{ readonly code: number; readonly stdout: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, '--at-hand'], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    )
  })
}

t.test('without an engine one line says that nothing was tried', async (t) => {
  const { code, stdout } = await tryOut(t, 'echo "Cannot connect to the Docker daemon" >&2; exit 1')
  t.equal(code, 2)
  t.equal(stdout, 'The containers were not tried: no Docker engine answers.\n')
})

t.test('without an image nothing is pulled or started', async (t) => {
  const config = JSON.stringify({
    services: {
      api: { image: 'ecmr-integration-service:1.0', user: '1000:1000' },
      postgres: { image: 'postgres:18.1', user: '999:999' },
    },
  })
  const { code, stdout } = await tryOut(
    t,
    `case "$*" in
    info*) echo 27.0 ;;
    *config*) echo '${config}' ;;
    'compose version'*) echo 2.30 ;;
    'image inspect'*node:*) echo sha256:1 ;;
    'image inspect'*) exit 1 ;;
    *) echo "$@" >"$0.called" ;;
    esac`,
  )
  t.equal(code, 2)
  t.equal(stdout, 'The containers were not tried: the engine does not have postgres:18.1.\n')
})

const service: ComposeService = { image: 'a:1', user: '1000:1000', read_only: true }
const oneShot: ComposeService = { image: 'a:1', user: '0:0', healthcheck: { disable: true } }

t.test('all are ready when each is healthy and the one-shots have done their work', async (t) => {
  const services = composeProject(
    JSON.stringify({ services: { api: { ...service, deploy: { replicas: 2 } }, prepare: oneShot } }),
  )
  const line = (Service: string, n: number, more: object): string =>
    JSON.stringify({
      ID: `${n}`,
      Name: `${Service}-${n}`,
      Service,
      State: 'running',
      Health: '',
      ExitCode: 0,
      ...more,
    })
  const healthy = { Health: 'healthy' }
  const done = { State: 'exited' }
  const wrong = (...lines: readonly string[]) => notReady(services, containersOf(`${lines.join('\n')}\n`))
  t.strictSame(wrong(line('api', 1, healthy), line('api', 2, healthy), line('prepare', 1, done)), [])
  t.strictSame(wrong(), ['api: 0 of 2', 'prepare: 0 of 1'])
  t.strictSame(
    wrong(line('api', 1, healthy), line('api', 2, { Health: 'starting' }), line('prepare', 1, {})),
    ['api-2: starting', 'prepare-1: running'],
  )
  t.strictSame(
    wrong(line('api', 1, healthy), line('api', 2, done), line('prepare', 1, { ...done, ExitCode: 1 })),
    ['api-2: exited', 'prepare-1: exited'],
  )
})

/** What the kernel says of a process that may do nothing, but for some lines of it. */
function statusWith(lines: Readonly<Record<string, string>>): string {
  const none = '0000000000000000'
  const all = {
    ...{ Name: 'node', Uid: '1000\t1000\t1000\t1000', Gid: '1000\t1000\t1000\t1000', NoNewPrivs: '1' },
    ...{ CapInh: none, CapPrm: none, CapEff: none, CapBnd: none, CapAmb: none },
  }
  return Object.entries({ ...all, ...lines })
    .map(([name, value]) => `${name}:\t${value}\n`)
    .join('')
}

t.test('a process with another user, more rights, or a place to write is found out', async (t) => {
  const check = (
    lines: Readonly<Record<string, string>>,
    wrote = 'EROFS',
    more: Partial<ComposeService> = {},
  ) =>
    confinement({ api: { ...service, ...more } }, [
      {
        ...{ id: '1', name: 'api-1', service: 'api' },
        seen: { processes: [{ status: statusWith(lines), environment: '' }], wrote },
      },
    ])
  t.equal(check({}), '1 processes in 1 containers')
  t.throws(() => check({ Uid: '1000\t0\t1000\t1000' }), /api-1, node: Uid/)
  t.throws(() => check({ Gid: '0\t0\t0\t0' }), /Gid/)
  t.throws(() => check({ NoNewPrivs: '0' }), /can gain privileges/)
  t.throws(() => check({ CapBnd: '00000000a80425fb' }), /CapBnd 00000000a80425fb/)
  t.throws(() => check({}, 'written'), /writing to it gave written/)
  const bind = { CapEff: '0000000000000400' }
  t.throws(() => check(bind), /CapEff/)
  t.equal(check(bind, 'EROFS', { cap_add: ['NET_BIND_SERVICE'] }), '1 processes in 1 containers')
  t.throws(() =>
    confinement({ api: service }, [
      { id: '1', name: 'x-1', service: 'x', seen: { processes: [], wrote: '' } },
    ]),
  )
})

t.test('the installation that is tried shares nothing with one that runs', async (t) => {
  const text = overrideFile({
    images: { api: 'ecmr-integration-service:own', panel: 'ecmr-integration-service:own' },
    ...{ port: 8443, customerPort: 9001, customerFolder: '/tmp/customer', outside: '172.30.120.128/25' },
  })
  const { services, networks } = parse(text.replace('!override ', ''))
  t.equal(services.api.image, 'ecmr-integration-service:own')
  t.strictSame(services.proxy.ports, ['127.0.0.1:8443:8443'])
  t.strictSame(services.customer.ports, ['127.0.0.1:9001:9001'])
  t.ok(CUSTOMER_URL.startsWith('https://customer:'))
  t.equal(services.panel.environment.WEBHOOK_ALLOWED_NETWORKS, networks.outside.ipam.config[0].subnet)
})
