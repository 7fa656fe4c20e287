import { type Language, languages } from '@ecmr/contract'
import { type DocumentLanguage, documentLanguages } from '@ecmr/domain'
import { bestLanguage, preferredLanguage } from '@ecmr/web'
import type { FastifyRequest } from 'fastify'
import type { PanelServer } from '../panel-server.js'
import type { Cookies } from './cookies.js'

/** Settles the language before everything that may answer: errors are pages in the visitor's language too. */
export function speakLanguages(app: PanelServer, cookies: Cookies): void {
  app.decorateRequest('visitor')
  app.addHook('onRequest', async (request) => {
    request.visitor = { language: languageOf(request, cookies), signedIn: undefined }
  })
}

/** The language that was chosen, else that of the account, else the browser's; Spanish unless English is preferred. */
export function languageOf(request: FastifyRequest, cookies: Cookies, ofAccount?: Language): Language {
  const chosen = languages.find((language) => language === cookies.read(request, 'language')) ?? ofAccount
  if (chosen !== undefined) return chosen
  return preferredLanguage(request)
}

/** The same for a page in six languages, any of which may be chosen; English for those who read none of them. */
export function readerLanguageOf(request: FastifyRequest, cookies: Cookies): DocumentLanguage {
  const chosen = documentLanguages.find((language) => language === cookies.read(request, 'language'))
  if (chosen !== undefined) return chosen
  const { signedIn } = request.visitor
  return (
    signedIn?.user.language ?? bestLanguage(request, documentLanguages, { unsaid: 'es', otherwise: 'en' })
  )
}
