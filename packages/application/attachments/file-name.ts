import type { AttachmentType } from '@ecmr/attachments'
import type { AttachmentKind } from '@ecmr/domain'

const LONGEST = 120

const extensions: Readonly<Record<AttachmentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** The name of a file as it is kept: without folders, control characters and marks that turn text around, and ending as what it is. */
export function fileName(sent: string | undefined, kind: AttachmentKind, type: AttachmentType): string {
  const base = (sent ?? '').normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replace(/\.\w{1,8}$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .trim()
  const short = Array.from(plain).slice(0, LONGEST).join('')
  return `${short || kind}.${extensions[type]}`
}
