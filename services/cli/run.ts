import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { ecmr } from './program.js'

/**
 * Runs the command that the words after `ecmr` name, and returns its exit code. What it has to say goes to the console, and
 * what goes wrong is said there in a sentence.
 */
export async function run(words: readonly string[]): Promise<number> {
  try {
    const program = await ecmr(words)
    leaveExitToUs(program)
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    // Its message has been printed.
    if (error instanceof CommanderError) return error.exitCode
    const { CommandFailed, sentence } = await import('./failure.js')
    console.error(`error: ${sentence(error)}`)
    return error instanceof CommandFailed ? error.exitCode : 1
  }
}

function leaveExitToUs(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => console.log(withoutLastBreak(text)),
    writeErr: (text) => console.error(withoutLastBreak(text)),
  })
  for (const child of command.commands) leaveExitToUs(child)
}

const withoutLastBreak = (text: string): string => text.replace(/\n$/, '')
