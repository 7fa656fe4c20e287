import { keepNotices, unsubscribeTokens } from '@ecmr/accounts'
import { openEventStore } from '@ecmr/event-store'
import { openMailer } from '@ecmr/mail'
import { openPool } from '@ecmr/postgres'

// Arguments: the database and the mail server. Mails notices until it is killed.
const [url = '', mailUrl = ''] = process.argv.slice(2)
const pool = openPool({ url, max: 3, name: 'sending process' })
const store = await openEventStore({ kind: 'postgres', url })
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const mailer = openMailer({ url: mailUrl, from: 'eCMR <ecmr@example.com>', log })
const { signal } = new AbortController()
const tokens = unsubscribeTokens('a key that is used in tests and nowhere else')
await keepNotices({ pool, store, mailer, siteUrl: 'https://ecmr.example', tokens, log, signal, pauseMs: 20 })
