import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { S3Bucket } from '@ecmr/runtime'
import { freePort } from '@ecmr/runtime'
import { S3mini } from 's3mini'
import type { Test } from 'tap'
import { install, isInstalled } from '#harness/debian-package'
import { until } from './until.js'

const run = promisify(execFile)

const STORES = ['account', 'container', 'object'] as const

type ServerName = (typeof STORES)[number] | 'proxy'

const isThere = (): boolean => isInstalled('swift-proxy-server', '--help')

/** Why there is no S3 server on this machine, or false: for the `skip` option of a test. */
export const withoutSwift: string | false =
  !isThere() && 'swift is not installed (Debian: swift-proxy, swift-account and so on) and could not be'

export function bringSwift(): void {
  if (!isThere()) install('swift', ['swift-proxy', ...STORES.map((name) => `swift-${name}`)])
}

/** OpenStack Swift, which speaks S3, in a directory of its own. It ends with the test. */
export interface SwiftServer {
  /** a bucket that is there */
  readonly bucket: S3Bucket
  /** where objects lie on its disk, each a file of its bytes */
  readonly disk: string
  start(name: ServerName): Promise<void>
  /** SIGKILL */
  kill(name: ServerName): Promise<void>
}

/** Starts Swift's four servers on free ports, with an empty bucket. */
export async function startSwift(t: Test): Promise<SwiftServer> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-swift-'))
  const running = new Map<ServerName, ChildProcess>()
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() }
  const proxyPort = await freePort()

  async function start(name: ServerName): Promise<void> {
    const child = spawn(`swift-${name}-server`, [join(directory, `${name}-server.conf`), '-v'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    running.set(name, child)
    const port = name === 'proxy' ? proxyPort : ports[name]
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`swift-${name}-server ended:\n${output}`)
      return answers(`http://127.0.0.1:${port}/`)
    }, `swift-${name}-server`)
  }

  async function kill(name: ServerName): Promise<void> {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  t.teardown(async () => {
    for (const name of running.keys()) await kill(name)
    await rm(directory, { recursive: true, force: true })
  })
  await mkdir(join(directory, 'devices/d1'), { recursive: true })
  await Promise.all(STORES.map((name) => writeRing(directory, name, ports[name])))
  for (const name of STORES)
    await writeFile(join(directory, `${name}-server.conf`), storeConf(directory, name, ports[name]))
  await writeFile(join(directory, 'proxy-server.conf'), proxyConf(directory, proxyPort))
  await Promise.all([...STORES, 'proxy' as const].map(start))
  const bucket: S3Bucket = {
    kind: 's3',
    endpoint: `http://127.0.0.1:${proxyPort}`,
    bucket: 'notes',
    region: 'us-east-1',
    accessKey: 'test:tester',
    secretKey: 'testing',
  }
  await s3Client(bucket).createBucket()
  return { bucket, disk: join(directory, 'devices/d1/objects'), start, kill }
}

/** A client for what our adapter does not do. */
export function s3Client({ endpoint, bucket, region, accessKey, secretKey }: S3Bucket): S3mini {
  return new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
  })
}

async function writeRing(directory: string, name: string, port: number): Promise<void> {
  const build = (...args: string[]): Promise<unknown> =>
    run('swift-ring-builder', [join(directory, `${name}.builder`), ...args])
  // 4 partitions, 1 copy of each, which may be moved after 1 hour.
  await build('create', '2', '1', '1')
  await build('add', `r1z1-127.0.0.1:${port}/d1`, '1')
  await build('rebalance')
}

function common(directory: string, port: number): readonly string[] {
  return [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    // One process each, so that to kill it is to kill the server.
    'workers = 0',
    `user = ${userInfo().username}`,
    `swift_dir = ${directory}`,
  ]
}

function storeConf(directory: string, name: string, port: number): string {
  return [
    ...common(directory, port),
    `devices = ${join(directory, 'devices')}`,
    'mount_check = false',
    // An object is in the listing once it is stored: nobody here would bring that up later.
    'container_update_timeout = 30',
    '[pipeline:main]',
    `pipeline = ${name}-server`,
    `[app:${name}-server]`,
    `use = egg:swift#${name}`,
  ].join('\n')
}

function proxyConf(directory: string, port: number): string {
  const filters = ['catch_errors', 'cache', 's3api', 'tempauth', 'bulk', 'slo']
  const settings: Readonly<Record<string, string>> = {
    // It insists on a cache, and does without what nobody serves.
    cache: 'memcache_servers = 127.0.0.1:1',
    tempauth: 'user_test_tester = testing .admin',
  }
  return [
    ...common(directory, port),
    '[pipeline:main]',
    `pipeline = ${filters.join(' ')} proxy-server`,
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    // A store that was killed and is back is asked again at once.
    'error_suppression_interval = 0',
    ...filters.flatMap((name) => [
      `[filter:${name}]`,
      `use = egg:swift#${name === 'cache' ? 'memcache' : name}`,
      settings[name] ?? '',
    ]),
  ].join('\n')
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  )
