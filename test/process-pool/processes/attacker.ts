import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'

// What an attacker would try after taking over a process that works on what others have sent. Arguments: a port, a file with a secret.
const [, , port = '', secret = ''] = process.argv

const succeeds = (action: () => unknown): boolean => {
  try {
    action()
    return true
  } catch {
    return false
  }
}

const connects = (host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port: Number(port) })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  })

process.stdout.write(
  JSON.stringify({
    network: await connects('127.0.0.1'),
    environment: succeeds(() => readFileSync(`/proc/${process.ppid}/environ`)),
    memory: succeeds(() => readFileSync(`/proc/${process.ppid}/maps`)),
    root: succeeds(() => readdirSync(`/proc/${process.ppid}/root`)),
    files: succeeds(() => readFileSync(secret)),
    code: succeeds(() => writeFileSync(new URL('./planted.js', import.meta.url), '')),
  }),
)
process.exit()
