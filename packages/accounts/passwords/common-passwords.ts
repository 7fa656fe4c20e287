import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// What people here would choose, and the list, which is mostly English, does not have.
const OURS = [
  'administrador',
  'bienvenida',
  'bienvenido',
  'bienvenidos',
  'cambiame',
  'camiones',
  'cartadeporte',
  'logistica',
  'miclave',
  'micontrasena',
  'mipassword',
  'mypassword',
  'teamomucho',
  'transporte',
  'transportes',
  'transportista',
]

let words: string | undefined

/**
 * Whether a text, in small letters, is among the 49,000 passwords that are chosen most. They are kept as one text, which
 * takes a tenth of the memory of a set and is searched in less than a millisecond; nothing is read before it is needed.
 */
export function isCommonPassword(text: string): boolean {
  words ??= read()
  return words.includes(`\n${text}\n`)
}

function read(): string {
  const file = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(list)) throw new Error(`${file} is not the list of passwords that we know.`)
  return `\n${[...list, ...OURS].join('\n')}\n`
}
