import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { env } from '#harness/debian-package'

const run = promisify(execFile)

/** A document as the programs of others see it. */
export interface SeenDocument {
  /** what pdfinfo says, by name */
  readonly info: ReadonlyMap<string, string>
  /** the lines of pdffonts */
  readonly fonts: readonly string[]
  readonly text: string
  /** attached files by name */
  readonly attached: ReadonlyMap<string, string>
  /** what the QR code of the first page says, at 100 dots per inch in grey */
  readonly qr: string
  readonly signatures: string
}

/** All programs in the order in which they look, each with what it says in a file of its own; what pdfsig refuses has no signature. */
const LOOK = `
qpdf --check document.pdf >/dev/null 2>alarms || echo 1 >is-alarmed
set -e
pdfinfo -isodates document.pdf >info
pdffonts document.pdf >fonts
pdftotext -raw -nopgbrk document.pdf text
mkdir attached
pdfdetach -saveall -o attached document.pdf
pdftoppm -gray -r 100 -l 1 -singlefile document.pdf page
zbarimg --quiet --raw -Sdisable -Sqrcode.enable page.pgm >qr
pdfsig -nocert document.pdf >signatures || : >signatures
`

/** @throws when one of the programs finds a fault in the file */
export async function seenDocument(bytes: Uint8Array): Promise<SeenDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'ecmr-seen-'))
  const said = (name: string): Promise<string> => readFile(join(folder, name), 'utf8')
  try {
    await writeFile(join(folder, 'document.pdf'), bytes)
    await run('sh', ['-c', LOOK], { cwd: folder, env })
    if (existsSync(join(folder, 'is-alarmed')))
      for (const offset of falseAlarms(await said('alarms'))) inflateSync(bytes.subarray(offset))
    const info = await said('info')
    const fonts = await said('fonts')
    const attached = await readdir(join(folder, 'attached'))
    return {
      info: new Map(
        info.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
      ),
      fonts: fonts.trim().split('\n').slice(2),
      text: await said('text'),
      attached: new Map(
        await Promise.all(attached.map(async (name) => [name, await said(join('attached', name))] as const)),
      ),
      qr: (await said('qr')).trim(),
      signatures: await said('signatures'),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ALARM = /^WARNING: .*?\(offset (\d+)\): input stream is complete but output may still be valid$/

/**
 * Where qpdf warns of compressed streams that are whole when zlib takes them: it also warns when the 10,240 bytes that it
 * reads at a time inflate to exactly the 65,536 that it writes at a time (`Pl_Flate::handleData`).
 *
 * @throws when qpdf found anything else
 */
function falseAlarms(alarms: string): readonly number[] {
  const lines = alarms.trim().split('\n')
  const offsets = lines.flatMap((line) => ALARM.exec(line)?.[1] ?? [])
  if (offsets.length === 0 || lines.length > offsets.length + 1) throw new Error(alarms)
  return offsets.map(Number)
}
