import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflateSync } from 'node:zlib'
import { env } from '#harness/debian-package'

const run = promisify(execFile)
const MOST_OUTPUT = 64 * 1_024 * 1_024

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

/** @throws when one of the programs finds a fault in the file */
export async function seenDocument(bytes: Uint8Array): Promise<SeenDocument> {
  const folder = await mkdtemp(join(tmpdir(), 'ecmr-seen-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, bytes)
    const ask = async (program: string, ...args: string[]): Promise<string> =>
      (await run(program, args, { cwd: folder, env, maxBuffer: MOST_OUTPUT })).stdout
    await ask('qpdf', '--check', file).catch((error) => {
      for (const offset of falseAlarms(error)) inflateSync(bytes.subarray(offset))
    })
    const info = await ask('pdfinfo', '-isodates', file)
    const fonts = await ask('pdffonts', file)
    return {
      info: new Map(
        info.split('\n').map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
      ),
      fonts: fonts.trim().split('\n').slice(2),
      text: await ask('pdftotext', '-raw', '-nopgbrk', file, '-'),
      attached: await attachedFiles(folder, ask),
      qr: await qrCode(ask),
      signatures: await ask('pdfsig', '-nocert', file).catch(() => ''),
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
 * @throws the error, when qpdf found anything else
 */
function falseAlarms(error: { readonly stderr?: string }): readonly number[] {
  const lines = (error.stderr ?? '').trim().split('\n')
  const offsets = lines.flatMap((line) => ALARM.exec(line)?.[1] ?? [])
  if (offsets.length === 0 || lines.length > offsets.length + 1) throw error
  return offsets.map(Number)
}

type Ask = (program: string, ...args: string[]) => Promise<string>

async function attachedFiles(folder: string, ask: Ask): Promise<ReadonlyMap<string, string>> {
  const out = join(folder, 'attached')
  await mkdir(out)
  await ask('pdfdetach', '-saveall', '-o', out, 'document.pdf')
  const names = await readdir(out)
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const)),
  )
}

async function qrCode(ask: Ask): Promise<string> {
  await ask('pdftoppm', '-gray', '-r', '100', '-l', '1', '-singlefile', 'document.pdf', 'page')
  const said = await ask('zbarimg', '--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', 'page.pgm')
  return said.trim()
}
