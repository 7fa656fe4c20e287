import type { Pages } from '../../panel-server.js'
import { exportPages } from './export.js'
import { trailPages } from './trail.js'
import { verificationPages } from './verification.js'

export const auditPages: Pages = (app, context) => {
  for (const register of [trailPages, exportPages, verificationPages]) register(app, context)
}
