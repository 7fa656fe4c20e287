import type { LinkRow } from '../links/open-links.js'
import type { Registrant } from './registration.js'

/** What a link of ours remembers of a registration. @throws when it is none */
export function registrationOf({ email, details }: LinkRow): Registrant {
  const { company_name, name, language } = details
  if (email === null || typeof company_name !== 'string' || typeof name !== 'string') {
    throw new Error('A registration is not as it was written.')
  }
  return { email, company_name, name, language: language === 'en' ? 'en' : 'es' }
}
