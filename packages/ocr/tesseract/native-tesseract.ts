import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languageData, languages } from './languages.js'
import { type Recogniser, sparseText } from './recogniser.js'
import { portableGreyMap, wordsInTable } from './word-table.js'

/** Where systems put programs. Not the PATH of the service, which may name folders that others can write to. */
const FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']

/** The path of the program `tesseract`, if one of these folders has it. */
export function installedTesseract(folders: readonly string[] = FOLDERS): string | undefined {
  return folders.map((folder) => join(folder, 'tesseract')).find(isExecutable)
}

function isExecutable(program: string): boolean {
  try {
    accessSync(program, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Older ones have other models, or read them otherwise.
const OLDEST = 5
const MOST_SECONDS = 60
const MOST_KILOBYTES = 1024 * 1024
const LARGEST_TABLE = 16 * 1024 * 1024

// It inherits protection, niceness and limits from this process; these hold for itself, and it ends when this process is killed.
const limited = `ulimit -t ${MOST_SECONDS} 2>/dev/null; ulimit -v ${MOST_KILOBYTES} 2>/dev/null; exec "$@"`
const withParent = ['/usr/bin/setpriv', '/bin/setpriv']
  .filter(existsSync)
  .slice(0, 1)
  .flatMap((setpriv) => [setpriv, '--pdeathsig', 'KILL'])

/**
 * Opens the native program, which is run for each page with the language data of the npm packages. Pages reach it through a pipe:
 * none is written to a disk.
 *
 * @param program its path
 * @returns `undefined` when it cannot be run, or is older than version 5
 * @throws when the language data cannot be unpacked
 */
export async function openNativeTesseract(program: string): Promise<Recogniser | undefined> {
  const told = await run([program, '--version']).catch(() => '')
  const version = /^tesseract v?(\d+\.[\w.-]+)/m.exec(told)?.[1]
  if (version === undefined || Number.parseInt(version, 10) < OLDEST) return undefined
  const folder = await unpackedLanguages()
  const settings = Object.entries({ ...sparseText, tessedit_create_tsv: '1' })
  const args = ['--tessdata-dir', folder, '-l', languages.join('+'), '--oem', '1', '--psm', '11']
  const command = [
    program,
    'stdin',
    'stdout',
    ...args,
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  return {
    version,
    recognise: async (image) => wordsInTable(await run(command, portableGreyMap(image))),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What a command answers; its environment holds nothing but what it needs. */
function run(command: readonly string[], input?: Uint8Array): Promise<string> {
  const args = ['-c', limited, 'sh', ...withParent, ...command]
  const env = { OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8', PATH: '/usr/bin:/bin' }
  return new Promise((resolve, reject) => {
    const child = execFile('/bin/sh', args, { env, maxBuffer: LARGEST_TABLE }, (error, answer) => {
      // Its messages may speak of the page.
      if (error === null) resolve(answer)
      else reject(new Error(`tesseract ended with ${error.signal ?? error.code}`))
    })
    // When it ends early, how it ended says more than that it did not read on.
    child.stdin?.on('error', () => undefined).end(input)
  })
}

const FOLDER = 'ecmr-tesseract-'

/** A folder with the data of all languages, 12 MB. Those of processes that were killed are removed. */
async function unpackedLanguages(): Promise<string> {
  for (const name of await readdir(tmpdir()))
    if (isLeftBehind(name)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`))
  for (const { file, data } of await languageData()) await writeFile(join(folder, file), data)
  return folder
}

function isLeftBehind(name: string): boolean {
  const pid = name.startsWith(FOLDER) ? Number.parseInt(name.slice(FOLDER.length), 10) : Number.NaN
  return pid > 0 && !existsSync(`/proc/${pid}`) && existsSync('/proc/self')
}
