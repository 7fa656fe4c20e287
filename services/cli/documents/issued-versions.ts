import { actingFor, type EcmrEventData, toEcmrEvent } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import { historyPosition, readHistoryEvents, scanHistory } from '@ecmr/read-models'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'

type Pool = Installation['pool']

/** A version of a document, as it is recorded for a note. */
export interface IssuedVersion {
  readonly company_id: string
  readonly ecmr_id: string
  readonly ecmr_number: string
  readonly issued: EcmrEventData['DocumentIssued']
}

const NEWER = 'Some documents were issued by a newer version of the service; use its command.'
const LOOKED_AT = 5_000
const AT_A_TIME = 100

/** All versions that were issued for a company's notes, as far as the history has come. */
export async function* issuedVersions(pool: Pool, companyId: string): AsyncGenerator<IssuedVersion> {
  const scan = {
    company: actingFor(companyId),
    ...{ from: null, since: null, until: null, types: ['DocumentIssued'] },
    ...{ upTo: await historyPosition(pool), looks: LOOKED_AT, most: AT_A_TIME },
  }
  let after: Position | null = null
  for (;;) {
    const { found, reached, isEnd } = await scanHistory(pool, { ...scan, after })
    for (const { stream, ...recorded } of await readHistoryEvents(pool, found)) {
      const event = toEcmrEvent(recorded)
      if (event?.type !== 'DocumentIssued') throw new CommandFailed(NEWER)
      const { company_id, ecmr_number = '' } = recorded.metadata
      yield { company_id, ecmr_id: stream.slice('ecmr-'.length), ecmr_number, issued: event.data }
    }
    if (isEnd || reached === null) return
    after = reached.position
  }
}
