import { changeHandle, type HandleChanged, setTakesShares } from '@ecmr/accounts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/caller.js'
import { emptyForm, type FormState, typedAs, valuesOf } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { tabTexts } from '../texts.js'
import { companySharingTexts } from './texts.js'

/** By which handle other companies share notes with this one, and whether they can. Owners change it. */
export const companySharingPages: Pages = (app, { pool }) => {
  app.get('/empresa/compartir', access.person, async (request, reply) =>
    show(request, reply, emptyForm({ handle: signedIn(request).company.handle })),
  )

  app.post('/empresa/compartir', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const values = valuesOf(request)
    const handle = typedAs(values, 'handle').toLowerCase()
    const changed = await changeHandle(pool, person.company.id, handle, actorOf(person))
    if (changed.ok) return reply.seeOther('/empresa/compartir', 'handle_changed')
    const faults = { handle: whyNot(changed, request) }
    return show(request, reply.code(409), { values, faults })
  })

  app.post('/empresa/compartir/admitir', access.owner, async (request, reply) => {
    const person = signedIn(request)
    const takes = typedAs(valuesOf(request), 'takes') === 'true'
    await setTakesShares(pool, person.company.id, takes, actorOf(person))
    return reply.seeOther('/empresa/compartir', 'company_saved')
  })
}

function show(request: FastifyRequest, reply: FastifyReply, form: FormState): FastifyReply {
  const { language } = request.visitor
  const t = companySharingTexts[language]
  return reply.page('pages/company/sharing/sharing', {
    title: t.title,
    section: 'company',
    styles: ['account.css'],
    tab: 'sharing',
    tabs: tabTexts[language],
    t,
    form,
    labels: { handle: t.newHandle },
  })
}

function whyNot(changed: Exclude<HandleChanged, { readonly ok: true }>, request: FastifyRequest): string {
  const { language } = request.visitor
  const t = companySharingTexts[language]
  if (changed.reason !== 'too_soon') return t[changed.reason]
  return t.tooSoon(formatsFor(language, signedIn(request).company.time_zone).instant(changed.from))
}
