import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GreyImage } from '../pixels/grey-image.js'
import { languageData, languages } from './languages.js'
import { type Arrangement, DOTS_PER_INCH, type Recogniser, segmentation } from './recogniser.js'
import { ResidentTesseract } from './resident-tesseract.js'
import { startProgram } from './run-program.js'
import { greyMapHeader, wordsInTable } from './word-table.js'

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
// Digits are the same in all languages, and loading one takes a quarter of the time.
const OF_DIGITS = 'eng'

/**
 * Opens the native program with the language data of the npm packages. Pages reach it through memory: none is written to a disk. Where
 * there are files in memory it is kept running; else it is run for each page.
 *
 * @param program its path
 * @returns `undefined` when it cannot be run, or is older than version 5
 * @throws when the language data cannot be unpacked
 */
export async function openNativeTesseract(program: string): Promise<Recogniser | undefined> {
  const told = await startProgram([program, '--version']).finished.catch(() => '')
  const version = /^tesseract v?(\d+\.[\w.-]+)/m.exec(told)?.[1]
  if (version === undefined || Number.parseInt(version, 10) < OLDEST) return undefined
  const folder = await unpackedLanguages()
  const memory = [tmpdir(), '/dev/shm'].find(isInMemory)
  const pages = memory === undefined ? undefined : await ownFolder(memory)
  const command = (arrangement: Arrangement, loaded: string, settings: readonly string[] = []) => [
    ...[program, 'stdin', 'stdout', '--psm', segmentation[arrangement]],
    ...['--tessdata-dir', folder, '-l', loaded, '--oem', '1'],
    ...[`user_defined_dpi=${DOTS_PER_INCH}`, 'tessedit_create_tsv=1', ...settings].flatMap((each) => [
      '-c',
      each,
    ]),
  ]
  const all = languages.join('+')
  const resident =
    pages === undefined
      ? undefined
      : new ResidentTesseract(command('anywhere', all, ['stream_filelist=1']), pages)
  return {
    version,
    recognise: async (image, arrangement = 'anywhere') => {
      if (arrangement === 'lines') return wordsInTable(await tableOf(command(arrangement, OF_DIGITS), image))
      return wordsInTable((await resident?.table(image)) ?? (await tableOf(command(arrangement, all), image)))
    },
    close: async () => {
      resident?.close()
      for (const own of [folder, pages].filter((each) => each !== undefined))
        await rm(own, { recursive: true, force: true })
    },
  }
}

function tableOf(command: readonly string[], image: GreyImage): Promise<string> {
  const program = startProgram(command)
  program.write(greyMapHeader(image))
  program.write(image.pixels)
  program.end()
  return program.finished
}

const FOLDER = 'ecmr-tesseract-'

/** A folder with the data of all languages, 12 MB. */
async function unpackedLanguages(): Promise<string> {
  const folder = await ownFolder(tmpdir())
  for (const { file, data } of await languageData()) await writeFile(join(folder, file), data)
  return folder
}

/** A new folder for this process. Those of processes that were killed are removed. */
async function ownFolder(parent: string): Promise<string> {
  for (const name of await readdir(parent))
    if (isLeftBehind(name)) await rm(join(parent, name), { recursive: true, force: true })
  return mkdtemp(join(parent, `${FOLDER}${process.pid}-`))
}

// TMPFS_MAGIC, see statfs(2).
const TMPFS = 0x01021994

function isInMemory(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return statfsSync(folder).type === TMPFS
  } catch {
    return false
  }
}

function isLeftBehind(name: string): boolean {
  const pid = name.startsWith(FOLDER) ? Number.parseInt(name.slice(FOLDER.length), 10) : Number.NaN
  return pid > 0 && !existsSync(`/proc/${pid}`) && existsSync('/proc/self')
}
