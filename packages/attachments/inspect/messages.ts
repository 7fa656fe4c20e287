import type { AcceptedFile, FileFault } from '../accept-file.js'

/** A file that lies on the disk, and where to write it as it is to be kept. */
export interface InspectionJob {
  readonly id: number
  readonly from: string
  readonly to: string
}

/** A file that can be kept: what it is, and what it was. */
export interface InspectedFile extends Omit<AcceptedFile, 'bytes'> {
  /** SHA-256 (hex) and size of what is to be kept */
  readonly sha256: string
  readonly bytes: number
  /** SHA-256 (hex) of what was sent */
  readonly sentSha256: string
}

export type Inspected =
  | { readonly ok: true; readonly file: InspectedFile }
  | { readonly ok: false; readonly fault: FileFault }

export type InspectionAnswer =
  | { readonly id: number; readonly inspected: Inspected }
  | { readonly id: number; readonly error: string }
