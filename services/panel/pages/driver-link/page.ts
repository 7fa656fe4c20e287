import { driverPhotographKinds } from '@ecmr/contract'
import { incidentTypes, type DocumentLanguage, statuses } from '@ecmr/domain'
import type { FastifyReply } from 'fastify'
import { pageIn } from '../signing-link/closed.js'
import { faultTexts, linkTexts } from '../signing-link/texts.js'
import { statusSaid, trackingTexts } from '../tracking/texts.js'
import { driverProblemTexts, driverTexts, incidentTexts, photographTexts } from './texts.js'

/**
 * The page of a driver: what all notes have in common. Its script fills in the rest, so that the page that a telephone has kept shows
 * what is known last.
 *
 * @param token absent: the list of the notes that were opened on the telephone
 */
export function showDriverPage(reply: FastifyReply, language: DocumentLanguage, token = ''): FastifyReply {
  const page = pageIn(language)
  const t = { ...page.t, ...driverTexts[language] }
  reply.letPageWorkOffline()
  return reply.page('pages/driver-link/driver', {
    ...page,
    ...{ t, token, title: token === '' ? t.mine : t.title },
    testText: trackingTexts[language].test,
    incidents: incidentTypes.map((type) => [type, incidentTexts[language][type]]),
    photographs: driverPhotographKinds.map((kind) => [kind, photographTexts[language][kind]]),
    texts: JSON.stringify({
      language,
      t: token === '' ? {} : textsOfScript(language),
      problems: token === '' ? {} : driverProblemTexts[language],
      statuses: Object.fromEntries(statuses.map((status) => [status, statusSaid(status, language)])),
    }),
    path: `/c/${token}`,
  })
}

/** What the script says; braces are filled in by it. */
function textsOfScript(language: DocumentLanguage): Readonly<Record<string, string>> {
  const t = driverTexts[language]
  const [link, fault] = [linkTexts[language], faultTexts[language]]
  const { offline, full, refused, held, again, withoutTime, dismiss, clearSure, noAnswer } = t
  const { from, to, goods, plates, takenOver, deliveredAt } = t
  const { take_over, deliver, change_vehicle, report_incident, photograph, noPicture } = t
  return {
    ...{ offline, full, refused, held, again, withoutTime, dismiss, clearSure, noAnswer },
    ...{ from, to, goods, plates, takenOver, deliveredAt },
    ...{ take_over, deliver, change_vehicle, report_incident, photograph, noPicture },
    sendCode: link.sendCode('{to}'),
    askCode: link.askCode('{company}'),
    code_sent: link.codeSent,
    code_not_sent: link.codeNotSent,
    code_too_many: link.tooManyCodes,
    identify_six_digits: fault.sixDigits,
    identify_too_many_devices: t.tooManyDevices,
    identify_no_answer: t.noAnswer,
    wrongCode: fault.wrongCode('{n}'),
    noCode: fault.noCode,
  }
}
