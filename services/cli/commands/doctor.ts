import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { examine } from '../doctor/examine.js'
import type { Finding } from '../doctor/finding.js'
import { CommandFailed } from '../failure.js'
import { example } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('doctor')
    .description('check configuration, servers, disk, certificates and read models, and say what to do')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', HELP)
    .action(async ({ json = false }) => {
      const findings = await examine((finding) => json || console.log(line(finding)))
      const problems = findings.filter(({ status }) => status === 'problem').length
      if (json) console.log(JSON.stringify({ ok: problems === 0, findings }, null, 2))
      if (problems > 0)
        throw new CommandFailed(`Found ${problems === 1 ? '1 problem' : `${problems} problems`}.`)
    }),
]

const HELP = `
Prints a line for each check: ok, warning, problem, or - for what could not be checked. Changes nothing. Ends with 1 when there is
a problem; warnings alone end with 0. Run it where the services run and with their configuration.
${example('ecmr doctor')}`

const MARKS = { ok: 'ok', warning: 'warning', problem: 'problem', not_checked: '-' } as const

const line = ({ check, status, says, todo }: Finding): string =>
  `${MARKS[status].padEnd(7)}  ${check.padEnd(16)}  ${[says, todo].filter(Boolean).join(' ')}`
