import type { AssistantAccess } from '@ecmr/accounts/oauth'
import type { Note } from '@ecmr/domain'
import type { DocumentReader } from '@ecmr/ocr'
import type { ExpensiveReads } from '@ecmr/web'
import type { Static, TObject } from '@sinclair/typebox'
import type { Pool } from 'pg'

/** What a tool works with: who asks, and what there is to read. */
export interface ToolContext {
  readonly assistant: AssistantAccess
  readonly pool: Pool
  readonly documents: DocumentReader
  /** bounds what the reads of each company cost; absent: nothing does */
  readonly reads?: ExpensiveReads
  readonly siteUrl: string
  /** the public address of a note's current document; absent: this process has no key to it */
  readonly documentUrlOf?: ((note: Note) => Promise<string | null>) | undefined
  readonly version: string
  readonly limits: { readonly perGrant: number }
  readonly now: Date
  /** the version of the protocol that is spoken */
  readonly protocolVersion: string
  /** aborts when the client no longer waits for the answer */
  readonly signal: AbortSignal
}

/** What a tool found, or a sentence that says why there is nothing to tell and what to do. */
export type ToolAnswer<Output> =
  | {
      readonly ok: true
      readonly data: Output
      /** the same with fewer parts, for when all of them are too much for a conversation; absent: it always fits */
      readonly shorter?: () => Output
    }
  | { readonly ok: false; readonly sentence: string }

/** Something that an assistant can ask for. Tools read; none of them writes. */
export interface Tool<Input extends TObject = TObject, Output extends TObject = TObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  /** whether it may read very much, asked like this: a company has only so many of these under way */
  isExpensive?(args: Static<Input>): boolean
  call(args: Static<Input>, context: ToolContext): Promise<ToolAnswer<Static<Output>>>
}
