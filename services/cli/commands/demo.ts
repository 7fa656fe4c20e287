import { randomInt } from 'node:crypto'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type Company, createCompany, listCompanies } from '@ecmr/accounts'
import { numberPool } from '@ecmr/application'
import { isTestCompany } from '@ecmr/domain'
import { planNotes } from '../demo/plan.js'
import { writeNotes } from '../demo/write-notes.js'
import { CommandFailed } from '../failure.js'
import { change, type Installation } from '../installation.js'
import { appendAuditTrail, operator, trustedClock } from '../operator.js'
import { companyNamed, instant, wholeNumber } from '../options.js'
import { example, print } from '../output.js'
import { progressBar } from '../progress.js'

const DEMO_COMPANY = 'Transportes Demo S.L.'
const MOST_NOTES = 10_000_000
const LARGEST_SEED = 2 ** 31 - 1
const NUMBERS_AT_A_TIME = 1_024

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('seed')
    .description('create realistic consignment notes from the past six weeks')
    .option('--notes <count>', 'how many', wholeNumber(1, MOST_NOTES), 200)
    .option('--company <company>', 'id or name of the company; required if there are several')
    .option(
      '--seed <seed>',
      'the same seed gives the same notes; random by default',
      wholeNumber(0, LARGEST_SEED),
    )
    .option('--until <instant>', 'date of the newest notes; now by default', instant)
    .option('--created-only', 'leave every note as it was created')
    .addHelpText('after', example('ecmr demo seed --notes 500 --company "Transportes Norte"'))
    .action((options) =>
      change(async (installation) => {
        const seed = options.seed ?? randomInt(LARGEST_SEED)
        const company = await ownerOf(installation, options.company)
        const { notes, events, seconds } = await seedNotes(installation, company, {
          count: options.notes,
          seed,
          until: (options.until ?? new Date()).getTime(),
          createdOnly: options.createdOnly === true,
          policy: company.policy,
        })
        print(
          options,
          { company, seed, notes, events, seconds },
          () =>
            `Created ${notes} notes (${events} events) for ${company.name} in ${seconds.toFixed(1)} s; seed ${seed}.`,
        )
      }),
    ),
]

/** The company that is named, the only one there is, or a new one when there is none. */
async function ownerOf(installation: Installation, named: string | undefined): Promise<Company> {
  if (named !== undefined) return companyNamed(installation, named)
  const [first, ...others] = await listCompanies(installation.pool)
  if (others.length > 0) throw new CommandFailed('There are several companies. Choose one with --company.')
  if (first !== undefined) return first
  const company = await createCompany(installation.pool, { name: DEMO_COMPANY, plan: 'pro' }, operator())
  await appendAuditTrail(installation, company.id)
  return company
}

async function seedNotes(
  installation: Installation,
  company: Company,
  plan: Parameters<typeof planNotes>[0],
): Promise<{ notes: number; events: number; seconds: number }> {
  const { pool, signal } = installation
  const store = await installation.eventStore()
  const keys = await installation.keys()
  await refuseKnownSeed(store, plan)
  let present = 0
  const numbers = numberPool({ pool, blockSize: NUMBERS_AT_A_TIME, clock: () => new Date(present) })
  const progress = progressBar('seeding', 'notes')
  const started = performance.now()
  try {
    const written = await writeNotes({
      store,
      keys,
      clock: await trustedClock(installation),
      company,
      signal,
      actor: { ...operator(), company_id: company.id },
      notes: planNotes(plan),
      nextNumber(at) {
        present = at
        return numbers.next({ isTest: isTestCompany(company.id) })
      },
      onProgress: ({ notes }) => progress.update({ done: notes, total: plan.count }),
    })
    return { ...written, seconds: Math.round(performance.now() - started) / 1_000 }
  } finally {
    progress.stop()
  }
}

/** The same seed gives the same note ids, which exist only once. */
async function refuseKnownSeed(
  store: Awaited<ReturnType<Installation['eventStore']>>,
  plan: Parameters<typeof planNotes>[0],
): Promise<void> {
  const [first] = planNotes(plan)
  if (first === undefined) return
  const events = await store.readStream(`ecmr-${first.id}`)
  if (events.length === 0) return
  throw new CommandFailed(`The notes of seed ${plan.seed} already exist. Choose another --seed.`)
}
