import type { Dashboard } from '../grafana/dashboard.js'
import { documentsAndReading } from './documents-and-reading.js'
import { logAndProjections } from './log-and-projections.js'
import { overview } from './overview.js'
import { webhooks } from './webhooks.js'

/** Every dashboard, in the order in which one looks at them. */
export const boards: readonly Dashboard[] = [overview, logAndProjections, webhooks, documentsAndReading]
