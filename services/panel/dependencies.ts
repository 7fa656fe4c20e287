import type { CommandDependencies } from '@ecmr/backend'

/** Everything the panel works with. */
export interface PanelDependencies extends CommandDependencies {
  /** what reads documents: this installation, or Google, of which users are informed before they send a picture */
  readonly readingBy: 'tesseract' | 'gemini'
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
