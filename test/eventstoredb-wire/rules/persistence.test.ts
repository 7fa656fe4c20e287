import { appendFileSync, readFileSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_STREAM } from '@eventstore/db-client'
import t, { type Test } from 'tap'
import { startProcess } from '../../support/child-process.js'
import { all, connect, event, events, refused, revisions, startServer } from './ground.js'

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url))

/** The server as a process of its own. */
async function spawned(t: Test, ...args: readonly string[]) {
  const running = startProcess(t, [MAIN, ...args])
  const output = await running.untilOutput(/^listening on (esdb:\S+)\n/m)
  return { running, url: /listening on (\S+)/.exec(output)?.[1] ?? '' }
}

t.test('kill -9 loses nothing that was acknowledged, and positions stay', async (t) => {
  const file = join(t.testdir(), 'log')
  const first = await spawned(t, '--file', file)
  t.match(first.url, /^esdb:\/\/127\.0\.0\.1:\d+\?tls=false$/)
  const client = connect(t, first.url)
  const acknowledged = new Map<string, bigint | undefined>()
  const appending = Promise.all(
    Array.from({ length: 8 }, async (_, caller) => {
      for (let n = 0; ; n += 1) {
        const { position } = await client.appendToStream(`a-${caller}-${n}`, event(n))
        acknowledged.set(`a-${caller}-${n}`, position?.commit)
        if (acknowledged.size === 400) first.running.child.kill('SIGKILL')
      }
    }),
  )
  t.match(await refused(appending), { code: 14 })
  t.equal(await first.running.ended, 'SIGKILL')

  const { url, running } = await spawned(t, '--file', file)
  const log = await all(connect(t, url))
  const found = new Map(log.map(({ streamId, position }) => [streamId, position.commit]))
  t.ok(acknowledged.size >= 400)
  for (const [stream, position] of acknowledged) t.equal(found.get(stream), position, stream)
  const taken = startProcess(t, [MAIN, '--port', new URL(url.replace('esdb', 'http')).port])
  t.equal(await taken.ended, 1, 'its port is taken')
  running.child.kill('SIGTERM')
  t.equal(await running.ended, 0)
})

t.test('everything is there after a restart: revisions, repeats, closed streams', async (t) => {
  const file = join(t.testdir(), 'log')
  const written = events(2)
  const before = await startServer(t, { file })
  const client = connect(t, before.url)
  const once = await client.appendToStream('a-1', written, { expectedRevision: NO_STREAM })
  await client.tombstoneStream('a-3')
  const log = await all(client)
  await before.stop()

  const after = connect(t, (await startServer(t, { file })).url)
  t.same(await all(after), log)
  t.same(await after.appendToStream('a-1', written, { expectedRevision: NO_STREAM }), once)
  t.match(await refused(revisions(after, 'a-3')), { type: 'stream-deleted' })
})

t.test(
  'a torn last line is dropped with all of its append; a file damaged elsewhere is not served',
  async (t) => {
    const file = join(t.testdir(), 'log')
    const before = await startServer(t, { file })
    const client = connect(t, before.url)
    await client.appendToStream('a-1', events(2))
    await client.appendToStream('a-1', events(2))
    await before.stop()
    truncateSync(file, statSync(file).size - 10)

    const again = await startServer(t, { file })
    t.same(await revisions(connect(t, again.url), 'a-1'), [0n, 1n])
    t.ok(readFileSync(file, 'utf8').endsWith('\n'), 'the rest of the line is gone from the file too')
    await again.stop()
    appendFileSync(file, 'no log\n')
    t.ok(await refused(startServer(t, { file })))
  },
)
