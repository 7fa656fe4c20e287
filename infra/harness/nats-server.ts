import { execFileSync } from 'node:child_process'

/** The environment in which nats-server is found: Debian puts it where only root looks. */
export const natsEnv = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Why nothing that needs NATS can run here, or undefined. */
export function withoutNats(): string | undefined {
  try {
    execFileSync('nats-server', ['--version'], { env: natsEnv, stdio: 'ignore' })
    return undefined
  } catch {
    return 'nats-server is not installed (Debian: apt-get install nats-server)'
  }
}
