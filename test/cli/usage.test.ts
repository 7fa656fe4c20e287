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
  t.match(helpOf(await ecmr([])), /\n {2}companies {2,}manage companies/, 'groups have no options')
})

t.test('help needs neither a database nor a configuration', async (t) => {
  const env = { DATABASE_URL: 'nonsense' }
  const { code, stdout } = await startEcmr(env, ['keys', 'create', '--help']).ran
  t.equal(code, 0)
  t.match(stdout, /^Usage: ecmr keys create \[options\]\n\ncreate an API key; it is shown only once/)
})

const wrong: readonly (readonly [string, RegExp])[] = [
  ['keys create --company X', /Company "X" not found\. List companies with "ecmr companies list"\./],
  [
    'keys create --company N --scopes ecmrs:read,everything',
    /Unknown scope "everything"\. Scopes: ecmrs:read, /,
  ],
  [
    'keys create --company N --expires tomorrow',
    /Enter a time with its time zone, such as 2027-01-31T12:00:00Z/,
  ],
  ['keys create --company N --expires 2027-02-30T00:00:00Z', /Enter a time with its time zone/],
  ['keys create --company N --expires 2020-01-01T00:00:00Z', /Enter a time in the future/],
  [
    'companies create --name N --plan gold',
    /'gold' is invalid\. Allowed choices are free, pro, enterprise\./,
  ],
  ['companies create', /required option '--name <name>' not specified/],
  ['companies set-policy N strictest', /Allowed choices are lenient, strict/],
  ['projections rebuild everything', /Unknown projection "everything"\. Projections: list, .*, all\./],
  ['projections rebuild all --parallel 0', /Enter a whole number from 1 to /],
  ['projections parked retry list ecmr-x', /list has not parked "ecmr-x"/],
  ['audit export ECMR-2026-XXXX', /"ECMR-2026-XXXX" is not a consignment note id or number\./],
  ['audit export 01a133cd-833b-7535-ba5a-63600de6e069', /Consignment note 01a133cd-/],
  ['demo seed --notes many', /Enter a whole number from 1 to /],
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
    /^error: PostgreSQL at 127\.0\.0\.1:1\/nothing is not available \(.*ECONNREFUSED.*\)\. Check that/
  mustRefuse(t, 'companies list', sentence, ran)
  t.notMatch(ran.stderr, /secret/)
})

t.test('a database without tables says what to do', async (t) => {
  const { refuses } = await openCli(t)
  const sentence =
    /^error: The database does not have the tables of this version yet\. Run "ecmr store migrate" first\./
  await refuses(t, 'companies list', sentence)
})
