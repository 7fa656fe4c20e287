import type { Language } from '../users/user.js'

/** What somebody says who registers a company, and himself as its first owner. */
export interface Registrant {
  readonly company_name: string
  readonly name: string
  readonly email: string
  readonly language: Language
}

/** The same with the password that he chooses. */
export interface Registration extends Registrant {
  readonly password: string
}
