import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'

/** Commands under a name of their own, such as `companies` in `ecmr companies list`. Each of them speaks to scripts. */
export function group(
  name: string,
  description: string,
  commands: readonly CommandUnknownOpts[],
): CommandUnknownOpts {
  const parent = new Command(name).description(description).showSuggestionAfterError()
  for (const command of commands) {
    const hasJson = command.options.some(({ long }) => long === '--json')
    if (command.commands.length === 0 && !hasJson) command.option('--json', 'print JSON for scripts')
    parent.addCommand(command)
  }
  return parent
}
