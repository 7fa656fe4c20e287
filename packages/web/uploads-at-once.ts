import { concurrentBodies } from './concurrent-bodies.js'

/** Files that come in at once, of this process, by whichever page or route; of one company so many that others find room. */
export const uploadsAtOnce = concurrentBodies({ total: 16, perClient: 8 })

/** When those who found no room may try again, in seconds. */
export const UPLOAD_RETRY_S = 2
