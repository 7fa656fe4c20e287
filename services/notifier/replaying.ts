import { historyPosition, readHistoryEvents, scanHistory } from '@ecmr/read-models'
import type { ReplaySource } from '@ecmr/webhooks'

/** Replays find past events in the read model of all histories (see `migrateReadModels`). */
export const historyAsSource: ReplaySource = {
  position: historyPosition,
  scan: scanHistory,
  read: readHistoryEvents,
}
