import { openListener } from '@ecmr/postgres'
import t from 'tap'
import { newEvent } from '../contract/event-store/events.js'
import { COPY, SEED, twoStores } from './moved-log.js'

t.test('what cannot be copied or switched is refused in a sentence that says what to do', async (t) => {
  const at = await twoStores(t)
  await at.json(`${SEED} 5 --seed 1`)
  const refused = async (line: string, sentence: RegExp): Promise<void> => {
    const { code, stdout, stderr } = await at.ecmr(line)
    t.same([code, stdout], [1, ''], line)
    t.match(stderr, sentence, line)
    t.notMatch(stderr, /\n +at /, line)
  }
  await refused(
    'store migrate --from postgres --to postgres',
    /error: The log cannot be copied into the store/,
  )
  await refused('store migrate --from postgres', /error: Say with --from and --to/)
  await refused('store migrate --switch', /error: Say with --from and --to/)
  await refused('store migrate --from postgres --to kafka', /Allowed choices are postgres, eventstoredb/)

  const listener = openListener(at.env.DATABASE_URL ?? '', 'api')
  await listener.ready()
  t.match(await at.json(`${COPY} --dry-run`), { ok: true }, 'copying is possible while services work')
  await refused(
    `${COPY} --switch`,
    /error: Services are at work on this database \(api listener\)\. Stop them/,
  )
  await listener.close()

  const url = at.env.EVENTSTOREDB_URL
  delete at.env.EVENTSTOREDB_URL
  await refused(COPY, /error: EVENTSTOREDB_URL is not set/)
  at.env.EVENTSTOREDB_URL = 'esdb://127.0.0.1:1?tls=false'
  await refused(COPY, /error: The event log cannot be reached: /)
  at.env.EVENTSTOREDB_URL = url

  const target = await at.open('eventstoredb')
  await target.append('other-1', 'no_stream', [newEvent()])
  await at.pool.query(`insert into broker.checkpoints values ('relay', '0000000000009999')`)
  await refused(
    `${COPY} --switch`,
    /broker\.checkpoints names the place 0000000000009999, which is in neither/,
  )
  await target.append('ecmr-strange', 'no_stream', [newEvent()])
  await refused(COPY, /the target holds event 0 of ecmr-strange .* after the end of the source/)
})
