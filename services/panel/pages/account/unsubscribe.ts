import { noticesOf, type Unsubscription, unsubscribe, unsubscribeTokens } from '@ecmr/accounts'
import multipart from '@fastify/multipart'
import type { FastifyReply } from 'fastify'
import { valuesOf } from '../../forms/form.js'
import type { Pages } from '../../panel-server.js'
import { accountPage } from './forms.js'
import { unsubscribeTexts } from './texts.js'

/** The whole form of RFC 8058, which mail programs send in either encoding. */
const [FIELD, ONE_CLICK] = ['List-Unsubscribe', 'One-Click']
const LIMITS = { fieldNameSize: 100, fieldSize: 100, fields: 5, files: 0, parts: 5, headerPairs: 20 }
const LARGEST_FORM = 4_096

type Address = { Params: { token: string } }

/**
 * The link of a notice, by which a person switches such notices off without logging in. Opening it changes nothing, since mail
 * servers open links too; what people and mail programs send to it does, at once and as often as they like.
 */
export const unsubscribePages: Pages = (panel, { pool, secretKey, clock }) => {
  const tokens = unsubscribeTokens(secretKey, clock)
  const config = { access: 'public', byLink: true } as const

  panel.register(async (app) => {
    app.register(multipart, { attachFieldsToBody: 'keyValues', limits: LIMITS })

    app.get<Address>('/avisos/baja/:token', { config }, async ({ params: { token } }, reply) => {
      const subject = tokens.read(token)
      const on = subject && (await noticesOf(pool, subject))
      if (subject === undefined || on === undefined) return showUnknown(reply)
      return on.length > 0 ? ask(reply, token, { ...subject, kinds: on }) : showDone(reply, subject)
    })

    app.post<Address>('/avisos/baja/:token', { config, bodyLimit: LARGEST_FORM }, async (request, reply) => {
      const { token } = request.params
      const subject = tokens.read(token)
      if (subject === undefined) return showUnknown(reply)
      if (valuesOf(request)[FIELD] !== ONE_CLICK) return ask(reply.code(400), token, subject)
      return (await unsubscribe(pool, subject)) ? showDone(reply, subject) : showUnknown(reply)
    })
  })
}

function ask(reply: FastifyReply, token: string, { company_id, kinds }: Unsubscription): FastifyReply {
  const t = unsubscribeTexts[reply.request.visitor.language]
  const form = { field: FIELD, value: ONE_CLICK }
  return accountPage(reply, 'unsubscribe/ask', {
    title: t.title,
    isUnlisted: true,
    t,
    token,
    company: company_id,
    kinds,
    ...form,
  })
}

function showDone(reply: FastifyReply, { company_id, kinds }: Unsubscription): FastifyReply {
  const t = unsubscribeTexts[reply.request.visitor.language]
  return accountPage(reply, 'unsubscribe/done', {
    title: t.doneTitle,
    isUnlisted: true,
    t,
    company: company_id,
    kinds,
  })
}

/** Wrong links, old ones and those of people who have left get the same answer. */
function showUnknown(reply: FastifyReply): FastifyReply {
  const t = unsubscribeTexts[reply.request.visitor.language]
  return accountPage(reply.code(404), 'unsubscribe/unknown', { title: t.unknownTitle, isUnlisted: true, t })
}
