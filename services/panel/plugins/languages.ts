import { type Language, languages } from '@ecmr/contract'
import { preferredLanguage } from '@ecmr/web'
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
