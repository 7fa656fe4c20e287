import type { CommandHandler, NumberPool } from '@ecmr/application'
import type { CheckedClock, EventStore } from '@ecmr/event-store'
import type { DocumentReader, SignatureShrinker } from '@ecmr/ocr'
import type { ProjectionPositions } from '@ecmr/projections'
import type { ExpensiveReads, Preparation } from '@ecmr/runtime'
import type { SecretBox, UrlRules } from '@ecmr/webhooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'
import type { Mailer } from './mail/mailer.js'

/** Everything the panel works with, handed in by whoever composes the process. */
export interface PanelDependencies {
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
  /** until these are there every page says that the service is not ready; absent: they are there */
  readonly tables?: Pick<Preparation, 'problem' | 'check'>
  /** aborts when the process is asked to stop: it goes on answering, but is not ready any more */
  readonly asked?: AbortSignal
  /** requests a minute: for each person who is logged in and each company, and for each network on public pages */
  readonly limits: {
    readonly perPerson: number
    /** five times as many as for each person unless given */
    readonly perCompany?: number
    readonly perAddress: number
  }
  /** public origin, without a trailing slash; every URL on a page comes from it */
  readonly siteUrl: string
  readonly version: string
  /** whose X-Forwarded-For is believed: nobody's, so many proxies', or these networks' */
  readonly trustProxy?: false | number | readonly string[]
  readonly logger?: FastifyBaseLogger
  readonly clock?: () => Date
  /** rejects when the event log takes no appends; absent: it does */
  readonly checkWrites?: () => Promise<void>
  /** whether the clock by which `commands` stamp events can be trusted; absent: it can */
  readonly clockCheck?: Pick<CheckedClock, 'problem'>
  /** takes the figures of pages */
  readonly metrics?: Registry
}
