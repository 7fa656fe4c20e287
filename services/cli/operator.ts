import { hostname, userInfo } from 'node:os'
import { type AuditActor, drainAuditOutbox } from '@ecmr/accounts'
import type { Installation } from './installation.js'

/** The person at the keyboard, as the audit trail names them. */
export function operator(): AuditActor {
  const login = loginName()
  return { kind: 'operator', id: login, name: `${login}@${hostname()}, command line` }
}

function loginName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Carries the change that was just made into the event log. */
export async function appendAuditTrail({ pool, eventStore }: Installation): Promise<void> {
  await drainAuditOutbox(pool, await eventStore())
}
