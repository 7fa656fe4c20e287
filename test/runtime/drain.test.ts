import { setTimeout as delay } from 'node:timers/promises'
import { drain } from '@ecmr/runtime'
import t from 'tap'

/** A server with one request under way, and what has happened to it. */
function serverWithRequest() {
  const happened: string[] = []
  let finish = (): void => undefined
  const closed = new Promise<void>((resolve) => {
    finish = resolve
  })
  const closeAllConnections = (): void => {
    happened.push('connections closed')
    finish()
  }
  return {
    happened,
    finish: () => finish(),
    server: { close: () => closed, server: { closeAllConnections } },
  }
}

t.test('connections are closed only after what takes long has ended, however late that is', async (t) => {
  const { happened, server } = serverWithRequest()
  await drain(server, {
    async endLongWork() {
      // Longer than the time that answers are given afterwards.
      await delay(1_500)
      happened.push('ended')
    },
  })
  t.strictSame(happened, ['ended', 'connections closed'])
})

t.test('what fails to end does not keep connections open', async (t) => {
  const { happened, server } = serverWithRequest()
  await drain(server, { endLongWork: () => Promise.reject(new Error('stuck')) })
  t.strictSame(happened, ['connections closed'])
})

t.test('nothing is broken off when requests finish in time', async (t) => {
  const { happened, finish, server } = serverWithRequest()
  const draining = drain(server, { endLongWork: async () => void happened.push('ended') })
  finish()
  await draining
  t.strictSame(happened, [])
})
