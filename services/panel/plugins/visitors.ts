import { findSession } from '@ecmr/accounts'
import type { Pool } from 'pg'
import type { PanelServer } from '../panel-server.js'
import type { Cookies } from './cookies.js'
import { languageOf } from './languages.js'
import { inChosenMode, TEST_MODE } from './test-mode.js'

/** Finds out who asks. Where that is not needed, as for style sheets and probes, the database is not asked. */
export function knowVisitors(app: PanelServer, { pool }: { readonly pool: Pool }, cookies: Cookies): void {
  app.addHook('onRequest', async (request) => {
    const token = cookies.read(request, 'session')
    if (token === undefined || request.routeOptions.config.always) return
    const { isUse = true } = request.routeOptions.config
    const found = await findSession(pool, token, { isUse })
    const signedIn = found && inChosenMode(found, cookies.read(request, 'mode') === TEST_MODE)
    request.visitor = { language: languageOf(request, cookies, found?.user.language), signedIn }
  })
}
