import type { AddressInfo } from 'node:net'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import {
  openMemory,
  openWitness,
  parseVerifierKey,
  readSigner,
  serveWitness,
  type VerifierKey,
} from '@ecmr/evidence'
import { aborted, reasonOf } from '@ecmr/runtime'
import { CommandFailed } from '../failure.js'
import { interruptible } from '../interruptible.js'
import { example } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('serve')
    .description('cosign checkpoints of event logs, as long as each continues the one before')
    .requiredOption('--name <name>', 'of the witness, such as witness.example.com')
    .requiredOption('--key <file>', 'key of the witness: Ed25519 in PKCS#8 (PEM)')
    .requiredOption(
      '--memory <file>',
      'file that records what it has cosigned; never restore it from a backup',
    )
    .requiredOption('--log <vkey>', 'verifier key of a log; may be repeated', several, [])
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', 'port', '8090')
    .addHelpText('after', HELP)
    .action(async ({ name, key, memory, log, host, port }) => {
      const signer = await readSigner(key, name, 'cosignature/v1')
      const logs = log.map(read)
      const witness = openWitness({
        ...{ signer, logs, memory: await openMemory(memory) },
        onFork: (fork) => console.log(JSON.stringify({ event: 'fork', at: new Date(), ...fork })),
      })
      const origins = [...new Set(logs.map((each) => each.name))]
      const onError = (error: unknown): void => console.error(`error: ${reasonOf(error)}`)
      await interruptible(async (signal) => {
        const server = await serveWitness(witness, { host, port: portIn(port), origins, onError })
        console.log(`${signer.vkey}\nListening on ${host}:${portOf(server.address(), port)}`)
        await aborted(signal)
        server.close().closeAllConnections()
      })
    }),
]

const HELP = `${example('ecmr witness serve --name witness.example.com --key witness.key --memory witness.json --log <vkey>')}
A new key: openssl genpkey -algorithm ed25519 -out witness.key
The key of a log: curl -s https://notes.example.com/.well-known/ecmr-log | jq -r .keys[0].vkey
The first line that is printed is the key of the witness: the operator of the log sets
EVIDENCE_WITNESSES="https://witness.example.com <key>". A log that contradicts itself is reported in
lines of JSON with both checkpoints.
`

function several(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}

function read(vkey: string): VerifierKey {
  try {
    return parseVerifierKey(vkey)
  } catch (error) {
    throw new CommandFailed(`--log ${vkey} cannot be used: ${reasonOf(error)}.`)
  }
}

/** The one that was taken, when any free one was asked for. */
function portOf(address: AddressInfo | string | null, asked: string): number | string {
  return typeof address === 'object' && address !== null ? address.port : asked
}

function portIn(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new CommandFailed('--port must be a whole number up to 65535.')
  return port
}
