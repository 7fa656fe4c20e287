import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { clusterOf, emptyDataDir, serversOf } from '../support/data-dir.js'
import { createNote, read } from './notes.js'
import { type Service, startService, stopService } from './service.js'

const ROUNDS = 3
const CALLERS = 8

/** Creates notes until the service is gone; returns the ids of those that were acknowledged. */
async function createUntilGone({ url }: Service, key: string): Promise<readonly string[]> {
  const acknowledged: string[] = []
  const caller = async (): Promise<void> => {
    for (;;) acknowledged.push((await createNote(url, key)).id)
  }
  await Promise.allSettled(Array.from({ length: CALLERS }, caller))
  return acknowledged
}

t.test('killed under load, it starts again and has every note that it acknowledged', async (t) => {
  const dataDir = await emptyDataDir(t)
  let service = await startService(t, { dataDir, env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  const key = service.key ?? ''
  const acknowledged: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const creating = createUntilGone(service, key)
    await delay(300 * round)
    // Every other time PostgreSQL is killed as well; otherwise the next start finds it running.
    const servers = round % 2 === 0 ? serversOf((await clusterOf(dataDir)) ?? '') : []
    for (const pid of [service.process.pid, ...servers]) process.kill(pid, 'SIGKILL')
    acknowledged.push(...(await creating))
    await service.process.ended
    service = await startService(t, { dataDir, env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  }
  t.ok(acknowledged.length > ROUNDS, `${acknowledged.length} notes were acknowledged`)
  const statuses = await Promise.all(acknowledged.map((id) => read(service.url, key, `/ecmrs/${id}`)))
  t.strictSame(
    statuses.filter(({ status }) => status !== 200),
    [],
    'all of them can be read',
  )
  const { body } = await read(service.url, key, '/ecmrs?limit=1')
  t.ok(body.pagination, 'the list answers')
  await stopService(service)
  t.strictSame(serversOf((await clusterOf(dataDir)) ?? ''), [])
})
