import { findLogo, removeLogo, setLogo } from '@ecmr/accounts'
import { DocumentReadingUnavailable, LONGEST_SIGNATURE_SIDE, PDF } from '@ecmr/ocr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf } from '../../../commands/caller.js'
import type { PanelContext } from '../../../context.js'
import { emptyForm } from '../../../forms/form.js'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import type { PaperFault, PaperRefusal } from '../../notes/paper/choose.js'
import { roomForPictures } from '../../notes/paper/room-for-pictures.js'
import { PICTURE_FIELD, takePictures } from '../../notes/paper/sent-picture.js'
import { tabTexts } from '../texts.js'
import { logoTexts } from './texts.js'

/** More bytes of a file are not taken: 1 MB. What is stored of it has at most 100 KB. */
const LARGEST = 1024 * 1024
/** How long one waits for a process that decodes it. */
const DECODING_MS = 20_000
const RETRY_AFTER_S = 30
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** The picture that a company shows with its notes and their public tracking: sent by owners, decoded apart, and encoded anew. */
export const logoPages: Pages = (app, context) => {
  const { pool } = context

  app.get<{ Params: { file: string } }>('/logotipos/:file', access.public, async ({ params }, reply) => {
    const [, sha256] = /^([0-9a-f]{64})\.jpg$/.exec(params.file) ?? []
    const jpeg = sha256 === undefined ? undefined : await findLogo(pool, sha256)
    if (jpeg === undefined) throw new PageProblem('not_found')
    return reply.type('image/jpeg').header('cache-control', FOR_GOOD).send(jpeg)
  })

  app.get('/empresa/logotipo', access.owner, async (request, reply) => show(request, reply))

  app.post('/empresa/logotipo/quitar', access.owner, async (request, reply) => {
    const person = signedIn(request)
    await removeLogo(pool, person.company.id, actorOf(person))
    return reply.seeOther('/empresa/logotipo', 'logo_removed')
  })

  app.register((forms, _options, done) => {
    takePictures(forms)
    forms.post(
      '/empresa/logotipo',
      { config: { access: 'owner', opensAnew: true }, onRequest: roomForPictures({ refuse }, LARGEST) },
      async (request, reply) => {
        const person = signedIn(request)
        const outcome = await sentLogo(context, request)
        if (!outcome.ok) return refuse(request, reply, outcome)
        await setLogo(pool, person.company.id, outcome.jpeg, actorOf(person))
        return reply.seeOther('/empresa/logotipo', 'logo_saved')
      },
    )
    done()
  })
}

type SentLogo =
  | { readonly ok: true; readonly jpeg: Uint8Array }
  | { readonly ok: false; readonly fault: PaperFault }

/** The one image that was sent, by its bytes and whatever its name says, drawn anew: nothing else that its file holds is kept. */
async function sentLogo({ pictures }: PanelContext, request: FastifyRequest): Promise<SentLogo> {
  const { sentPictures: sent } = request
  if (!sent.ok) return sent
  const [file, ...others] = sent.files
  if (file === undefined || others.length > 0) return refused('not_this_form')
  if (file.mediaType === PDF) return refused('wrong_type')
  if (file.bytes.length > LARGEST) return refused('too_large')
  const { width, height } = file
  if (Math.max(width, height) > LONGEST_SIGNATURE_SIDE)
    return { ok: false, fault: { code: 'too_many_pixels', width, height } }
  const asker = { companyId: signedIn(request).company.id, signal: AbortSignal.timeout(DECODING_MS) }
  try {
    return (await pictures?.shrinkSignature(file, asker)) ?? unavailable(RETRY_AFTER_S)
  } catch (error) {
    if (error instanceof DocumentReadingUnavailable) return unavailable(error.retryAfterSeconds)
    throw error
  }
}

const refused = (code: 'not_this_form' | 'wrong_type' | 'too_large'): SentLogo => ({
  ok: false,
  fault: { code },
})

const unavailable = (retryAfterSeconds: number): SentLogo => ({
  ok: false,
  fault: { code: 'unavailable', retryAfterSeconds },
})

function refuse(request: FastifyRequest, reply: FastifyReply, { fault }: PaperRefusal): FastifyReply {
  const [status, sentence] = sayingOf(fault, request)
  if ('retryAfterSeconds' in fault) reply.header('retry-after', String(fault.retryAfterSeconds))
  return show(request, reply.code(status), sentence)
}

function sayingOf({ code }: PaperFault, { visitor }: FastifyRequest): readonly [number, string] {
  const { faults } = logoTexts[visitor.language]
  switch (code) {
    case 'none_chosen':
      return [400, faults.none_chosen]
    case 'too_large':
    case 'too_large_together':
      return [413, faults.too_large]
    case 'too_many_pixels':
      return [413, faults.too_many_pixels]
    case 'too_small':
      return [400, faults.too_small]
    case 'too_many_pages':
    case 'not_this_form':
      return [400, faults.several]
    case 'animated':
      return [400, faults.animated]
    case 'damaged':
    case 'unreadable':
      return [400, faults.damaged]
    case 'too_many_at_once':
      return [429, faults.unavailable]
    case 'unavailable':
      return [503, faults.unavailable]
    default:
      return [400, faults.wrong_type]
  }
}

function show(request: FastifyRequest, reply: FastifyReply, fault?: string): FastifyReply {
  const t = logoTexts[request.visitor.language]
  return reply.page('pages/company/logo/logo', {
    title: t.title,
    section: 'company',
    styles: ['account.css'],
    tab: 'logo',
    tabs: tabTexts[request.visitor.language],
    t,
    form: fault === undefined ? emptyForm() : { values: {}, faults: { [PICTURE_FIELD]: fault } },
    labels: { [PICTURE_FIELD]: t.file },
  })
}
