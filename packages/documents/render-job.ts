import type { DocumentKind, DocumentLanguage } from './document-input.js'

/** A file inside the PDF. */
export interface RenderAttachment {
  readonly name: string
  readonly mediaType: string
  /** PDF/A-3 `AFRelationship` */
  readonly relationship: 'source' | 'supplement'
  readonly description: string
  readonly bytes: Uint8Array
}

/** A picture on a page, as it was stored. The template draws it with `image("/images/{name}")`: decoded, made small and encoded again. */
export interface RenderImage {
  /** lower-case letters, digits and hyphens; without an ending, since the format may change */
  readonly name: string
  /** png, jpeg or webp */
  readonly bytes: Uint8Array
}

/**
 * Everything that a renderer needs for `templates/{template}.typ`, which imports its neighbours. It sets title, language, fonts and
 * hyphenation and attaches the files; a template names no font. It reads, each by `json(bytes(sys.inputs.…))`: `data`; `replaced`, the
 * characters that no font has, each `U+2603`, for which U+25A1 stands in `data`; `pictures`, the names of those that can be drawn.
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
