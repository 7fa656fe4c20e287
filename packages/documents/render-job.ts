import type { DocumentKind, DocumentLanguage } from './document-input.js'

/** A file inside the PDF. The template reads it at `/attachments/{name}`. */
export interface RenderAttachment {
  readonly name: string
  readonly mediaType: string
  /** PDF/A-3 `AFRelationship` */
  readonly relationship: 'source' | 'supplement'
  readonly description: string
  readonly bytes: Uint8Array
}

/** A picture on a page. The template reads it at `/images/{name}`. */
export interface RenderImage {
  /** with the ending that belongs to its format: png, jpg, webp */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Everything that a renderer needs: `templates/{template}.typ`, which imports its neighbours, with `data` as
 * `sys.inputs.data` and the characters that no font has, each `U+2603`, as a JSON list in `sys.inputs.replaced`.
 * The template attaches and draws the files; `language`, `title` and instants are in `data` too.
 */
export interface RenderJob {
  readonly template: DocumentKind
  readonly language: DocumentLanguage
  readonly title: string
  /** JSON */
  readonly data: string
  readonly attachments: readonly RenderAttachment[]
  readonly images: readonly RenderImage[]
  /** RFC 3339 */
  readonly createdAt: string
  /** RFC 3339 */
  readonly modifiedAt: string
}
