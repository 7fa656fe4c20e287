import { changeProfile } from '@ecmr/accounts'
import { checkBody, closed, languages, oneOf } from '@ecmr/contract'
import { actorOf } from '../../../commands/caller.js'
import { isFaulty, valuesOf } from '../../../forms/form.js'
import { oneLine } from '../../../forms/one-line.js'
import { sentencesFor } from '../../../forms/sentences.js'
import { type Pages, signedIn } from '../../../panel-server.js'
import { showProfile } from './show-profile.js'

const YEAR_S = 365 * 24 * 3_600

const profileForm = closed({
  name: oneLine('Name of the person', 200),
  language: oneOf(languages, 'Language of pages and messages'),
})

/** Changing one's name and language. */
export const changeProfilePages: Pages = (app, { pool, cookies }) => {
  app.get('/cuenta', { config: { access: 'member' } }, async (request, reply) =>
    showProfile(pool, request, reply),
  )

  app.post('/cuenta', { config: { access: 'member' } }, async (request, reply) => {
    const person = signedIn(request)
    const { name = '', language: wanted = '' } = valuesOf(request)
    const values = { name, language: wanted }
    const faults = sentencesFor(checkBody(profileForm, values), request.visitor.language)
    const language = languages.find((known) => known === wanted)
    if (isFaulty({ faults }) || language === undefined)
      return showProfile(pool, request, reply.code(400), { values, faults })
    await changeProfile(pool, person.user, { name, language }, actorOf(person))
    // What was chosen below a page counts more than the account: now it is the same.
    cookies.set(reply, 'language', language, YEAR_S)
    return reply.seeOther('/cuenta', 'profile_saved')
  })
}
