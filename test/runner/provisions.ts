import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Need, TestFile } from './selection.js'

const run = promisify(execFile)

/** Programs of their own that bring what is missing; each ends when it is there or cannot be had. */
const BRING: Readonly<Partial<Record<Need, readonly string[]>>> = {
  postgres: ['postgres-of-the-run.js', 'start'],
  'nats-server': ['bring.js', 'nats-server'],
  chromium: ['bring.js', 'chromium-headless-shell'],
  caddy: ['bring.js', 'caddy'],
  swift: ['bring.js', 'swift'],
  go: ['bring.js', 'go'],
  'pdf tools': ['bring.js', 'pdf-tools'],
  kubectl: ['bring.js', 'kubectl'],
  promtool: ['bring.js', 'promtool'],
  tesseract: ['bring.js', 'tesseract'],
}

export interface Provisions {
  /** Resolves when everything a file needs is there. Brings each once, and only what is asked for. */
  ready(file: TestFile): Promise<void>
  stop(): Promise<void>
}

/** What test files need on the machine: a PostgreSQL for the run, and programs that are installed when missing. */
export function provisions(): Provisions {
  const brought = new Map<Need, Promise<void>>()
  const bring = (need: Need): Promise<void> => {
    const known = brought.get(need) ?? (isGiven(need) ? Promise.resolve() : program(BRING[need] ?? []))
    brought.set(need, known)
    return known
  }
  return {
    async ready({ needs }) {
      await Promise.all([...needs].map(bring))
    },
    async stop() {
      if (!brought.has('postgres') || isGiven('postgres')) return
      await brought.get('postgres')?.catch(() => undefined)
      await program(['postgres-of-the-run.js', 'stop'])
    },
  }
}

const isGiven = (need: Need): boolean =>
  need === 'processes' || (need === 'postgres' && Boolean(process.env.TEST_DATABASE_URL))

async function program([name = '', ...args]: readonly string[]): Promise<void> {
  const path = fileURLToPath(new URL(`../support/${name}`, import.meta.url))
  const { stderr } = await run(process.execPath, [path, ...args])
  process.stderr.write(stderr)
}
