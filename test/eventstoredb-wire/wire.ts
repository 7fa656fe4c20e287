import type { Metadata } from '@grpc/grpc-js'
import type { Writer } from './appending/writer.js'
import type { OpenCalls } from './calls.js'
import type { FaultState } from './faults.js'
import type { Log } from './log/log.js'
import { refusals } from './refusals.js'
import type { Settings } from './settings.js'

/** What every part of the server works on. */
export interface Wire {
  readonly settings: Settings
  readonly log: Log
  readonly writer: Writer
  readonly faults: FaultState
  readonly calls: OpenCalls
}

/**
 * Lets a call in, or throws what it is refused with. Resolves late while the server hangs.
 *
 * @returns whether the caller may access streams; without credentials it may not if there are users
 */
export async function admit(wire: Wire, metadata: Metadata, kind: 'append' | 'read'): Promise<boolean> {
  const { faults, settings } = wire
  await faults.hung()
  if (!faults.ready && !(kind === 'append' && faults.batchesWhenNotReady === 'reply'))
    throw refusals.notReady()
  if (faults.leader !== undefined && (kind === 'append' || metadata.get('requires-leader')[0] === 'true')) {
    throw refusals.notLeader(faults.leader)
  }
  return permitted(settings, metadata)
}

function permitted(settings: Settings, metadata: Metadata): boolean {
  if (settings.users === undefined) return true
  const [authorization] = metadata.get('authorization')
  if (authorization === undefined) return false
  const [, encoded = ''] = String(authorization).split(' ')
  const [name = '', ...password] = Buffer.from(encoded, 'base64').toString().split(':')
  if (settings.users[name] !== password.join(':')) throw refusals.unauthenticated()
  return true
}
