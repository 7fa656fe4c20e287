import { parseArgs } from 'node:util'
import { alerts } from './alerts/alerts.js'
import { allInOne } from './all-in-one.js'
import { attachments } from './attachments/attachments.js'
import { backup } from './backup/backup.js'
import { brokers } from './brokers/brokers.js'
import { costs } from './costs/costs.js'
import { documents } from './documents/documents.js'
import { erasure } from './erasure/erasure.js'
import { evidence } from './evidence/evidence.js'
import { processes } from './processes.js'
import { restore } from './restore/restore.js'
import { upgrade } from './upgrade/upgrade.js'
import { webhooks } from './webhooks/webhooks.js'

const drills = new Map(
  Object.entries({
    'all-in-one': allInOne,
    ...{
      alerts,
      attachments,
      backup,
      brokers,
      costs,
      documents,
      erasure,
      evidence,
      processes,
      restore,
      upgrade,
      webhooks,
    },
  }),
)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    only: { type: 'string' },
    embedded: { type: 'boolean', default: false },
    postgres: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const drill = drills.get(positionals[0] ?? 'all-in-one')

if (values.help || !drill) {
  console.log(`npm run drill -- [${[...drills.keys()].join('|')}] [--rounds N] [--only ALERT]

Kills with SIGKILL under load, again and again, and counts what was lost.

alerts       makes every fault that has an alert, with a Prometheus beside it: each must fire within two minutes of its own delay, and clear
             by itself when the fault is gone; takes 20 minutes; --only makes the faults of one alert
all-in-one   the whole service, 20 rounds (odd rounds: our process alone; even rounds: PostgreSQL with it)
attachments  the api process in the middle of uploads and of issuing documents, 50 rounds (every fifth: PostgreSQL with it): no file that
             is on record without its bytes, and after an hour no bytes that no event names
backup       under load the whole service is backed up, destroyed, and restored, 20 rounds: everything acknowledged before the backup's
             instant is there, and log and read models prove themselves
brokers      three nats-servers as a cluster with replicated streams: each is killed in turn and started again, twice: no webhook lost,
             and how long events and webhooks stood still
costs        one company reads and writes what is as expensive as it may be, 8 to 64 requests side by side; another one's
             p99 may be three times as long, and memory, read models and health are looked at
documents    documents are issued, changed and fetched, 50 rounds, while renderers, services and the storage are taken away; in the
             end only PostgreSQL, the storage and the service at the public addresses are left
erasure      a person who is named in 1,000 notes (--rounds) is erased while others write 200 notes a second; tables, files and logs
             are searched for the name, and the audit trail, the read models and earlier proofs have to hold
evidence     the process that seals the event log, 50 rounds, while it appends: no leaf twice, none missing, no checkpoint that a
             later one contradicts; then its clock is set back by an hour
processes    one process after the other of a production in small, 50 rounds: two each of api, projector, relay and
             notifier, the stand-in for EventStoreDB, nats-server, PostgreSQL; with --postgres the event log is in PostgreSQL,
             which is killed every other time
restore      puts the event log and the rest back from copies of different ages, in all orders, with the service
             running and stopped, on PostgreSQL and on the stand-in for EventStoreDB: 14 rounds each
upgrade      [<checkout>]: two of each process of the release before are replaced under load by this one, in the order that docs/operations.md
             gives; then all of them by a next release, which has one migration more in every schema, and back again by this one.
             Unless a checkout that "npm ci" has built is given, the commit that CHANGELOG.md names is checked out and installed
webhooks     notifiers in the middle of sending, 50 rounds: the one that plans, the one that only sends, both; with
             --embedded the whole service in one process`)
  process.exit(values.help ? 0 : 1)
}

const { rounds, only, embedded, postgres } = values
const sound: boolean = await drill({
  embedded,
  postgres,
  ...(rounds !== undefined && { rounds: Number(rounds) }),
  ...(only !== undefined && { only }),
  ...(positionals[1] !== undefined && { previous: positionals[1] }),
})
process.exit(sound ? 0 : 1)
