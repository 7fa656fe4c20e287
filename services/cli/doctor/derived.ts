import { stat } from 'node:fs/promises'
import { age, lateBackup, placeRecords } from '@ecmr/backup'
import type { EventStore } from '@ecmr/event-store'
import { sealingState } from '@ecmr/evidence'
import { keyWrap, openKeyring } from '@ecmr/personal-data'
import type { openPool } from '@ecmr/postgres'
import { projectionStatus, standsStill } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { type Config, openSecretKey } from '@ecmr/runtime'
import { type Check, type Found, ok, problem, warning } from './finding.js'

type Pool = ReturnType<typeof openPool>

const MOST_LAG_MS = 10_000

/** What the services have made in the database. */
export const checksOfWork = (
  config: Config,
  pool: Pool,
  openStore: () => Promise<EventStore>,
): readonly Check[] => [
  {
    name: 'secret key',
    otherwise:
      'Set SECRET_KEY (or restore DATA_DIR/secret.key) to the key with which this installation began; "ecmr privacy rewrap" exchanges it.',
    look: () => secretKey(config, pool),
  },
  {
    name: 'read models',
    otherwise: 'See "ecmr projections status".',
    look: async () => {
      const states = await projectionStatus(pool, await openStore(), projections)
      if (states.every(isStopped))
        return problem('No process keeps the read models up to date.', START_PROJECTOR)
      const found = states.flatMap(readModel)
      return found.length > 0 ? found : ok(`All ${states.length} read models are up to date.`)
    },
  },
  {
    name: 'backup',
    otherwise: 'Run "ecmr store migrate", then "ecmr backup create".',
    look: () => backup(config, pool),
  },
  {
    name: 'evidence',
    otherwise: 'See "ecmr evidence status".',
    look: () => evidence(config, pool),
  },
]

async function secretKey({ secretKey: source }: Config, pool: Pool): Promise<Found> {
  // `openSecretKey` would make a missing file.
  if (source.kind === 'file') await stat(source.path)
  const wrap = keyWrap(await openSecretKey(source))
  await openKeyring({ pool, wrap }).check()
  return ok('The secret key opens what this installation has sealed.')
}

type Status = Awaited<ReturnType<typeof projectionStatus>>[number]

const START_PROJECTOR = 'Start the projector, or what runs all in one.'

const isStopped = ({ state, problem: sentence }: Status): boolean => state === 'stopped' && sentence === null

function readModel(status: Status): readonly Found[] {
  const { name, lag_ms, lag_events, parked, problem: sentence } = status
  if (sentence !== null)
    return [problem(sentence, `See "ecmr projections status"; a rebuild repairs ${name}.`)]
  if (isStopped(status))
    return [problem(`No process keeps the read model ${name} up to date.`, START_PROJECTOR)]
  const late = standsStill(status) ?? (lag_ms > MOST_LAG_MS ? lagging(name, lag_events, lag_ms) : undefined)
  return [
    ...(late === undefined ? [] : [warning(late, 'The log of the projector says why.')]),
    ...(parked === 0
      ? []
      : [
          warning(
            `In the read model ${name} ${parked} streams are parked.`,
            'See "ecmr projections parked list".',
          ),
        ]),
  ]
}

const lagging = (name: string, events: number, ms: number): string =>
  `The read model ${name} is ${events} events and ${Math.round(ms / 1_000)} s behind the event log.`

async function backup({ backup: { to } }: Config, pool: Pool): Promise<Found | readonly Found[]> {
  const records = await placeRecords(pool)
  const [newest] = records
    .filter(({ ok_at }) => ok_at !== null)
    .sort((one, other) => one.age_ms - other.age_ms)
  const late = records.flatMap((record) => lateBackup(record) ?? [])
  if (late.length > 0)
    return late.map((sentence) => problem(sentence, 'Run "ecmr backup create", which says why.'))
  if (newest) return ok(`The newest backup, in ${newest.place}, is ${age(newest.age_ms)} old.`)
  return to
    ? ok('Backups are made by themselves; there is none yet.')
    : warning('There is no backup.', 'Set BACKUP_TO, or run "ecmr backup create" regularly.')
}

async function evidence({ evidence: { key } }: Config, pool: Pool): Promise<Found | readonly Found[]> {
  if (key === undefined)
    return warning(
      'No checkpoints of the event log are made.',
      'Set EVIDENCE_KEY_FILE, so that you can prove what was recorded.',
    )
  const { sealed, problems } = await sealingState(pool)
  if (problems.length === 0) return ok(`The tree over the event log holds ${sealed} events.`)
  return problems.map((sentence) => problem(sentence, 'See "ecmr evidence status".'))
}
