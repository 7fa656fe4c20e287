import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ecmr } from '../../../harness/operator.js'
import { serversOf } from '../../postgres.js'
import { databaseCopies } from '../../restore/copies.js'
import { type Installation, startInstallation } from '../installation.js'
import { forgottenTransaction } from '../locks.js'
import type { Stage } from '../stage.js'
import type { Trial } from '../trial.js'

/** More than there are connections for. */
const CALLERS = 40
/** What is recorded between a copy of the log and its return. */
const BETWEEN_MS = 5_000

/** PostgreSQL, which has the event log, is there and cannot be worked with, or holds another log. */
export const crowdedDatabase: Stage = {
  name: 'PostgreSQL',
  alerts: ['RequestsFail', 'NothingIsRecorded', 'DatabaseIsBusy', 'LogDiffers'],
  async open(directory) {
    const installation = await startInstallation(directory)
    const { targets, dataDir } = installation
    return {
      targets,
      lanes: [[postgresHangs(dataDir), databaseIsBusy(installation), logDiffers(installation, directory)]],
      async close() {
        await signalServers(dataDir, 'SIGCONT')
        await installation.close()
      },
    }
  },
}

function postgresHangs(dataDir: string): Trial {
  return {
    fault: 'PostgreSQL hangs, and the event log with it',
    expects: [
      { alert: 'RequestsFail', looksBack: 300 },
      { alert: 'NothingIsRecorded', asks: 120 },
    ],
    begin: () => signalServers(dataDir, 'SIGSTOP'),
    end: () => signalServers(dataDir, 'SIGCONT'),
  }
}

async function signalServers(dataDir: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  for (const pid of await serversOf(dataDir)) {
    try {
      process.kill(pid, signal)
    } catch {
      // a backend that ended meanwhile
    }
  }
}

function databaseIsBusy({ pool, load }: Installation): Trial {
  const lock = forgottenTransaction(pool, 'rm_list.notes in access exclusive mode')
  let reading: ReturnType<typeof load.startReading> | undefined
  return {
    fault: `a forgotten transaction has locked the list of notes, for which ${CALLERS} callers ask`,
    expects: [{ alert: 'DatabaseIsBusy', asks: 120 }],
    async begin() {
      await lock.take()
      reading = load.startReading(CALLERS)
    },
    async end() {
      await lock.release()
      await reading?.stop()
    },
  }
}

function logDiffers({ pool, environment, service }: Installation, directory: string): Trial {
  const copies = databaseCopies(pool)
  return {
    fault: 'the event log is put back from an older copy',
    expects: [{ alert: 'LogDiffers' }],
    async begin() {
      await copies.take('older')
      await delay(BETWEEN_MS)
      await copies.restore('older', 'log')
    },
    async end() {
      await ecmr(environment, 'store', 'reconcile', '--out', join(directory, 'gone.jsonl'))
      await ecmr(environment, 'projections', 'rebuild', 'all', '--drop-old')
      await service.stop()
      await ecmr(environment, 'evidence', 'rebuild', '--drop-contradicted')
      await service.start()
      await copies.drop('older')
    },
  }
}
