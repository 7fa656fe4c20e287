import type { Language } from '../users/user.js'

/** What somebody says who registers a company, and himself as its first owner. */
export interface Registration {
  readonly company_name: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language: Language
}

/** The same with what is stored of the password. */
export type HashedRegistration = Omit<Registration, 'password'> & { readonly password_hash: string }
