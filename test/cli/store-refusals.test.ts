import { openListener } from '@ecmr/postgres'
import t from 'tap'
import { newEvent } from '../contract/event-store/events.js'
import { COPY, SEED, twoStores } from './two-stores.js'

t.test('what cannot be copied or switched is refused in a sentence that says what to do', async (t) => {
  const { url, env, pool, json, refuses, open } = await twoStores(t)
  await json(`${SEED} 5 --seed 1`)
  const NO_SAME = /error: --from and --to must be different stores/
  await refuses(t, 'store migrate --from postgres --to postgres', NO_SAME)
  await refuses(t, 'store migrate --from postgres', /error: Use --from and --to/)
  await refuses(t, 'store migrate --switch', /error: Use --from and --to/)
  const choices = /Allowed choices are postgres, eventstoredb/
  await refuses(t, 'store migrate --from postgres --to kafka', choices)

  const listener = openListener(url, 'api')
  await listener.ready()
  t.match(await json(`${COPY} --dry-run`), { ok: true }, 'copying is possible while services work')
  const atWork = /error: Services are running on this database \(api listener\)\. Stop them/
  await refuses(t, `${COPY} --switch`, atWork)
  await listener.close()

  const { EVENTSTOREDB_URL } = env
  delete env.EVENTSTOREDB_URL
  await refuses(t, COPY, /error: EVENTSTOREDB_URL is not set/)
  env.EVENTSTOREDB_URL = 'esdb://127.0.0.1:1?tls=false'
  await refuses(t, COPY, /error: The event log cannot be reached: /)
  env.EVENTSTOREDB_URL = EVENTSTOREDB_URL

  const target = await open('eventstoredb')
  await target.append('other-1', 'no_stream', [newEvent()])
  await pool.query(`insert into broker.checkpoints values ('relay', '0000000000009999')`)
  const inNeither = /broker\.checkpoints refers to position 0000000000009999, which is in neither/
  await refuses(t, `${COPY} --switch`, inNeither)
  await target.append('ecmr-strange', 'no_stream', [newEvent()])
  await refuses(t, COPY, /the target holds event 0 of ecmr-strange .* after the end of the source/)
})
