import type { LinkRow } from '../links/open-links.js'
import type { HashedRegistration } from './registration.js'

/** What a link of ours remembers of a registration. @throws when it is none */
export function registrationOf({ email, details }: LinkRow): HashedRegistration {
  const { company_name, name, password_hash, language } = details
  if (
    email === null ||
    typeof company_name !== 'string' ||
    typeof name !== 'string' ||
    typeof password_hash !== 'string'
  ) {
    throw new Error('A registration is not as it was written.')
  }
  return { email, company_name, name, password_hash, language: language === 'en' ? 'en' : 'es' }
}
