import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ecmr/runtime'
import { measured } from '../../harness/child.js'
import { exampleNote, firstSecrets, send } from '../../harness/requests.js'
import { nextTurn } from '../compare/turns.js'
import { atMost, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'

// From typing `npm start` to the first note that is answered with 201, in a data directory that exists.
export const startUp: Row = async (bench) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ecmr-start-'))
  try {
    const first = await start(dataDir)
    const times: number[] = []
    for (let round = 0; round < bench.rounds; round++) {
      await nextTurn()
      times.push((await start(dataDir, first.key)).ms)
    }
    return [
      atMost(3_000, {
        what: 'npm start to the first created note',
        unit: 'ms',
        ours: median(times),
        remark: `the very first start, which makes the database: ${Math.round(first.ms)} ms`,
      }),
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir: string, knownKey?: string): Promise<{ ms: number; key: string }> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: measured,
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (;;) {
      const key = knownKey ?? (await firstSecrets(dataDir))?.key
      if (key && (await created(port, key))) return { ms: performance.now() - began, key }
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
}

async function created(port: number, key: string): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/api/ecmrs`
  const answer = await send(url, key, { body: exampleNote }).catch(() => undefined)
  return answer?.status === 201
}
