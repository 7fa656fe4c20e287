import type { FetchDocument } from '@ecmr/accounts/oauth'
import type { CommandDependencies } from '@ecmr/backend'
import type { OperatorInfo } from '@ecmr/runtime'

/** Everything the panel works with. */
export interface PanelDependencies extends CommandDependencies {
  /** what reads documents: this installation, or Google, of which users are informed before they send a picture */
  readonly readingBy: 'tesseract' | 'gemini'
  /** what pages say of who runs the service; absent: nothing */
  readonly operator?: OperatorInfo
  /** gets the documents by which assistants identify themselves; absent: they have to register */
  readonly fetchDocument?: FetchDocument
  /** seals forms; the same in every panel process */
  readonly secretKey: string
  /** requests a minute: for each person who is logged in and each company, and for each network on public pages */
  readonly limits: {
    readonly perPerson: number
    /** five times as many as for each person unless given */
    readonly perCompany?: number
    readonly perAddress: number
  }
}
