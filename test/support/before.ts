import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const program = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
// In a process of its own, because tap measures coverage here whatever its settings say.
const env = { PATH: process.env.PATH, _TAPJS_PROCESSINFO_COVERAGE_: '0' }
if (!process.env.TEST_DATABASE_URL)
  execFileSync(process.execPath, [program('postgres-of-the-run.js'), 'start'], { env, stdio: 'inherit' })
for (const bring of ['bring-nats-server.js', 'bring-chromium.js', 'bring-caddy.js'])
  execFileSync(process.execPath, [program(bring)], { env, stdio: 'inherit' })
