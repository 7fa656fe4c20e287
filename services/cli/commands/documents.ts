import { availableParallelism } from 'node:os'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { listCompanies } from '@ecmr/accounts'
import { type DocumentRenderer, openDocumentRenderer } from '@ecmr/documents'
import { testCompanyOf } from '@ecmr/domain'
import { keptSecrets, openSecretKey } from '@ecmr/runtime'
import { openObjectStorage } from '@ecmr/storage'
import { secretBox } from '@ecmr/webhooks'
import { documentComparison } from '../documents/compare-documents.js'
import { type DocumentProblem, type DocumentsReport, verifyDocuments } from '../documents/verify-documents.js'
import { CommandFailed } from '../failure.js'
import { type Installation, inspect } from '../installation.js'
import { companyNamed } from '../options.js'
import { example, print } from '../output.js'
import { progressBar } from '../progress.js'

const MOST_LINES = 100

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('verify')
    .description('verify that every issued document is stored and unchanged')
    .option('--company <company>', 'only documents of this company (id or name)')
    .option('--render', 'also render each document again and compare it byte for byte')
    .option('--site-url <url>', 'with --render: SITE_URL when they were issued, if different')
    .addHelpText('after', VERIFY_HELP)
    .action(({ company, render, siteUrl, ...options }) =>
      inspect(async (installation) => {
        const companies = await companiesOf(installation, company)
        const storage = openObjectStorage(installation.config.storage)
        const again = render ? await openRendering(installation, siteUrl) : undefined
        const bar = progressBar('verifying', 'versions')
        const onProgress = (done: number): void => bar.update({ done, total: undefined })
        const compare = again && documentComparison(again)
        try {
          const report = await verifyDocuments(installation, { storage, companies, compare, onProgress })
          bar.stop()
          print(options, report, () => (report.ok ? allWhole(report) : linesOf(report)))
          if (!report.ok) throw new CommandFailed(verdict(report.problems.length + report.more))
        } finally {
          bar.stop()
          await again?.renderer.close()
        }
      }),
    ),
]

const VERIFY_HELP = `${example('ecmr documents verify --render')}
Checks the versions in the history; "ecmr audit verify" proves that the history is complete. --render does not compare, but counts,
versions of an older template and versions whose address was created with another SECRET_KEY. For sealed documents, everything
before the seal is compared.
`

/** What documents are rendered again with. */
async function openRendering(
  { config, pool, signal, openedStore }: Installation,
  siteUrl = config.siteUrl,
): Promise<Parameters<typeof documentComparison>[0] & { readonly renderer: DocumentRenderer }> {
  const box = secretBox(await openSecretKey(config.secretKey))
  const log = { info: () => undefined, warn: () => undefined }
  const renderer = openDocumentRenderer({ processes: availableParallelism(), log, kept: keptSecrets(config) })
  return { pool, signal, store: await openedStore(), files: { box }, siteUrl, renderer }
}

async function companiesOf(
  installation: Installation,
  named: string | undefined,
): Promise<readonly string[]> {
  const companies = named ? [await companyNamed(installation, named)] : await listCompanies(installation.pool)
  return [...new Set(companies.flatMap(({ id }) => [id, testCompanyOf(id)]))]
}

const verdict = (count: number): string => `Found ${count === 1 ? '1 problem' : `${count} problems`}.`

function allWhole({ versions, bytes, rendered }: DocumentsReport): string {
  const size = (bytes / 1_000_000).toFixed(1)
  const kept = `All ${versions} issued versions are stored and unchanged (${size} MB).`
  if (rendered === null) return kept
  const { same, older_template, unknown_address } = rendered
  return `${kept} Rendered again: ${same} identical; not compared: ${older_template} of an older template, ${unknown_address} of an unknown address.`
}

function linesOf({ problems, more }: DocumentsReport): string {
  const rest = problems.length - MOST_LINES + more
  return [
    ...problems.slice(0, MOST_LINES).map(lineOf),
    ...(rest > 0 ? [`… and ${rest} more; --json lists up to 1000.`] : []),
  ].join('\n')
}

const lineOf = ({ ecmr_number, document_id, version, problem, detail }: DocumentProblem): string =>
  `${ecmr_number}, document ${document_id}, version ${version} is ${problem}: ${detail}`
