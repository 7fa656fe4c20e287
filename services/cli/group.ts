import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'

/** Commands under a name of their own, such as `companies` in `ecmr companies list`. */
export function group(
  name: string,
  description: string,
  commands: readonly CommandUnknownOpts[],
): CommandUnknownOpts {
  const parent = new Command(name).description(description).showSuggestionAfterError()
  for (const command of commands) parent.addCommand(command)
  return parent
}
