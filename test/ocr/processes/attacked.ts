import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findSandbox } from '@ecmr/ocr/testing'

// Finds the sandbox of this system and lets an attacker run in it. Arguments: a port, a file with a secret.
const [, , port = '', secret = ''] = process.argv
const attacker = fileURLToPath(new URL('./attacker.js', import.meta.url))
const kept = { files: [secret], secretNames: ['SECRET_KEY'] }
const { launch, protection } = await findSandbox(attacker, kept, new AbortController().signal)
const [program = '', ...args] = [...launch, process.execPath, attacker, port, secret]
const attack: unknown = JSON.parse(execFileSync(program, args, { env: {}, encoding: 'utf8' }))
process.stdout.write(JSON.stringify({ protection, attack }))
