import type { OpenedLink } from '@ecmr/application'
import { documentLanguages, type DocumentLanguage } from '@ecmr/domain'
import type { FastifyReply } from 'fastify'
import { common } from '../../texts/common.js'
import { frameInSix } from '../../texts/frame-in-six.js'
import { languageNames } from '../tracking/language-names.js'
import { trackingTexts } from '../tracking/texts.js'
import { deadTexts, linkTexts } from './texts.js'

/** What all pages of signing links have in common: they are written in the reader's language, all around too. */
export function pageIn(language: DocumentLanguage) {
  return {
    language,
    c: { ...common[language === 'es' ? 'es' : 'en'], ...frameInSix[language] },
    t: { ...linkTexts[language], languages: trackingTexts[language].languages },
    section: 'signing',
    styles: ['tracking.css', 'notes.css', 'note-forms.css', 'signing.css'],
    isUnlisted: true,
    languages: documentLanguages.map((code) => ({ code, name: languageNames[code] })),
  }
}

const reasons = {
  expired: 'expired',
  revoked: 'revoked',
  cancelled: 'revoked',
  used: 'used',
  declined: 'used',
} as const

/** Says that a link leads nowhere, and no more: of the note nothing is shown. Unknown ones are 404, others 410. */
export function showDeadLink(
  reply: FastifyReply,
  language: DocumentLanguage,
  state: OpenedLink['state'] | undefined,
): FastifyReply {
  const reason = state === undefined || state === 'open' ? 'unknown' : reasons[state]
  const t = linkTexts[language]
  return reply.code(reason === 'unknown' ? 404 : 410).page('pages/signing-link/closed', {
    ...pageIn(language),
    title: deadTexts[language][reason],
    hint: t.askAgain,
  })
}

/** Says that it is done. */
export function showDone(
  reply: FastifyReply,
  language: DocumentLanguage,
  done: 'signed' | 'declined',
): FastifyReply {
  const t = linkTexts[language]
  return reply.page('pages/signing-link/closed', {
    ...pageIn(language),
    title: t[done],
    hint: t.doneHint,
    isGood: true,
  })
}
