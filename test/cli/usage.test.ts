import { ecmr } from '@ecmr/cli/program'
import t from 'tap'
import { mustRefuse, openCli, startEcmr } from './ground.js'

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
  t.match(helpOf(await ecmr([])), /\n {2}companies {2,}the companies/, 'groups have no options')
})

t.test('help needs neither a database nor a configuration', async (t) => {
  const env = { DATABASE_URL: 'nonsense' }
  const { code, stdout } = await startEcmr(env, ['keys', 'create', '--help']).ran
  t.equal(code, 0)
  t.match(stdout, /^Usage: ecmr keys create \[options\]\n\nmake an API key; it is shown this once/)
})

const wrong: readonly (readonly [string, RegExp])[] = [
  ['keys create --company X', /There is no company "X"; "ecmr companies list" shows those there are\./],
  [
    'keys create --company N --scopes ecmrs:read,everything',
    /There is no scope "everything"; there are ecmrs:read, /,
  ],
  [
    'keys create --company N --expires tomorrow',
    /Give an instant with its time zone, such as 2027-01-31T12:00:00Z/,
  ],
  ['keys create --company N --expires 2027-02-30T00:00:00Z', /Give an instant with its time zone/],
  ['keys create --company N --expires 2020-01-01T00:00:00Z', /Give an instant in the future/],
  [
    'companies create --name N --plan gold',
    /'gold' is invalid\. Allowed choices are free, pro, enterprise\./,
  ],
  ['companies create', /required option '--name <name>' not specified/],
  ['companies set-policy N strictest', /Allowed choices are lenient, strict/],
  ['projections rebuild everything', /There is no projection "everything"; there are list, .*, and all\./],
  ['projections rebuild all --parallel 0', /Give a whole number from 1 to /],
  ['projections parked retry list ecmr-x', /list has not parked "ecmr-x"/],
  [
    'audit export ECMR-2026-XXXX',
    /"ECMR-2026-XXXX" is neither the id nor the number of a consignment note\./,
  ],
  ['audit export 01a133cd-833b-7535-ba5a-63600de6e069', /There is no consignment note 01a133cd-/],
  ['demo seed --notes many', /Give a whole number from 1 to /],
  ['audit verfy', /unknown command 'verfy'/],
]

t.test('wrong input is one sentence and an exit code that is not 0', async (t) => {
  const cli = await openCli(t)
  t.equal((await cli.ecmr('store migrate')).code, 0)
  for (const [line, sentence] of wrong) await cli.refuses(t, line, sentence)
  // One that the command refuses, and one that the reading of its words does, in a process of their own.
  for (const [line, sentence] of wrong.slice(0, 2)) mustRefuse(t, line, sentence, await cli.start(line).ran)
})

t.test('a database that cannot be reached is named without its password', async (t) => {
  const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/nothing', SECRET_KEY: 'k'.repeat(32) }
  const ran = await startEcmr(env, ['companies', 'list']).ran
  const sentence =
    /^error: PostgreSQL at 127\.0\.0\.1:1\/nothing cannot be used \(.*ECONNREFUSED.*\); check DATABASE_URL/
  mustRefuse(t, 'companies list', sentence, ran)
  t.notMatch(ran.stderr, /secret/)
})

t.test('a database without tables says what to do', async (t) => {
  const { refuses } = await openCli(t)
  const sentence =
    /^error: The database does not hold the tables of this version yet; run "ecmr store migrate" first\./
  await refuses(t, 'companies list', sentence)
})
