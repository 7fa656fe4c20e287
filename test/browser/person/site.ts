import type { Test } from 'tap'
import { startService } from '../../all-in-one/service.js'
import { emptyDataDir } from '../../support/data-dir.js'

/** The whole service, as `npm start` runs it on a machine that has nothing yet. */
export async function wholeService(t: Test): Promise<{ readonly siteUrl: string }> {
  const { url } = await startService(t, { dataDir: await emptyDataDir(t) })
  return { siteUrl: url }
}
