import type { LinkPurpose } from '@ecmr/accounts'
import type { FastifyReply } from 'fastify'
import { deadLinkTexts } from './texts.js'

const AGAIN: Readonly<Record<LinkPurpose, string | undefined>> = {
  registration: '/registro',
  reset: '/recuperar',
  invitation: undefined,
}

/** Says that a link does not work, and how to get another one. Used, expired and unknown ones are not told apart. */
export function sayDeadLink(reply: FastifyReply, purpose: LinkPurpose): FastifyReply {
  const t = deadLinkTexts[reply.request.visitor.language]
  return reply.code(404).page('pages/account/links/dead-link', {
    title: t.title,
    section: 'logIn',
    styles: ['account.css'],
    t,
    purpose,
    again: AGAIN[purpose],
  })
}
