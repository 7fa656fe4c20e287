import { openEventStore, type RecordedEvent, START } from '@ecmr/event-store'

const PAGE = 1_000
const NOTABLE = new Set(['EcmrCreated', 'EcmrSigned', 'DeliveryConfirmed', 'IncidentReported'])

/** Every event on record that webhooks are told of, from the log itself, in order. */
export async function recordedEvents(databaseUrl: string): Promise<readonly RecordedEvent[]> {
  const store = await openEventStore({ kind: 'postgres', url: databaseUrl, pool: { max: 1 } })
  const notable: RecordedEvent[] = []
  try {
    for (let after = START; ; ) {
      const page = await store.readAll({ after, limit: PAGE })
      notable.push(...page.filter(({ type }) => NOTABLE.has(type)))
      const last = page.at(-1)
      if (last === undefined) return notable
      after = last.position
    }
  } finally {
    await store.close()
  }
}
