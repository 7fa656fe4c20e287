import { ecmr } from '@ecmr/cli/program'
import t from 'tap'
import { runEcmr } from './run-ecmr.js'

type Commands = Awaited<ReturnType<typeof ecmr>>

/** The commands that do something, with the words that one types to call them. */
function leaves(command: Commands, words: readonly string[] = []): readonly (readonly [string, Commands])[] {
  if (command.commands.length === 0) return [[words.join(' '), command]]
  return command.commands.flatMap((child) => leaves(child, [...words, child.name()]))
}

function helpOf(command: Commands): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

t.test('every command explains itself with an example, and speaks to scripts', async (t) => {
  const commands = leaves(await ecmr())
  t.ok(commands.length > 15)
  for (const [words, command] of commands) {
    const help = helpOf(command)
    t.ok(help.includes(`Usage: `), words)
    t.ok(help.includes(`\nExample:\n  $ ecmr ${words}`), `${words} has an example`)
    t.match(help, /--json /, words)
  }
})

t.test('help needs neither a database nor a configuration', async (t) => {
  const { code, stdout } = await runEcmr('nonsense', 'keys', 'create', '--help')
  t.equal(code, 0)
  t.match(stdout, /^Usage: ecmr keys create \[options\]\n\nmake an API key; it is shown this once/)
})
