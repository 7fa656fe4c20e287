import type { CommandHandler, NumberPool } from '@ecmr/application'
import type { CheckedClock, EventStore } from '@ecmr/event-store'
import type { DocumentReader, SignatureShrinker } from '@ecmr/ocr'
import type { ProjectionPositions } from '@ecmr/projections'
import type { ExpensiveReads, WebDependencies } from '@ecmr/web'
import type { SecretBox, UrlRules } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import type { Mailer } from './mail/mailer.js'

/** Everything the panel works with, handed in by whoever composes the process. */
export interface PanelDependencies extends WebDependencies {
  /** the event log; read here, and written through `commands` only */
  readonly store: EventStore
  readonly commands: CommandHandler
  /** the Postgres that holds read models and accounts */
  readonly pool: Pool
  readonly positions: ProjectionPositions
  readonly numbers: NumberPool
  /** reads the pictures of paper notes */
  readonly documents: DocumentReader
  /** bounds what the reads of each company cost; absent: its own does */
  readonly expensive?: ExpensiveReads
  /** makes large pictures of signatures smaller; absent: they are refused */
  readonly pictures?: SignatureShrinker
  /** who does that: this installation, or Google, which people are told before they send a picture */
  readonly readingBy: 'tesseract' | 'gemini'
  /** what seals the secrets of webhooks, and where these may lead */
  readonly webhooks: { readonly secrets: SecretBox; readonly urlRules: UrlRules }
  /** absent: links are made by the operator's commands, and people register without a message */
  readonly mailer?: Mailer
  /** what forms are sealed with; the same in every panel process */
  readonly secretKey: string
  /** requests a minute: for each person who is logged in and each company, and for each network on public pages */
  readonly limits: {
    readonly perPerson: number
    /** five times as many as for each person unless given */
    readonly perCompany?: number
    readonly perAddress: number
  }
  /** rejects when the event log takes no appends; absent: it does */
  readonly checkWrites?: () => Promise<void>
  /** whether the clock by which `commands` stamp events can be trusted; absent: it can */
  readonly clockCheck?: Pick<CheckedClock, 'problem'>
}
