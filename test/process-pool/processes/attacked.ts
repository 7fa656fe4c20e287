import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findSandbox } from '@ecmr/process-pool'

// Finds the sandbox of this system and lets an attacker run in it. Arguments: a port, a file with a secret.
const [, , port = '', secret = ''] = process.argv
const attacker = fileURLToPath(new URL('./attacker.js', import.meta.url))
const kept = { files: [secret], secretNames: ['SECRET_KEY'] }
const program = { entry: attacker, natives: [] }
const { launch, protection } = await findSandbox(program, kept, new AbortController().signal)
const [command = '', ...args] = [...launch, process.execPath, attacker, port, secret]
const attack: unknown = JSON.parse(execFileSync(command, args, { env: {}, encoding: 'utf8' }))
process.stdout.write(JSON.stringify({ protection, attack }))
