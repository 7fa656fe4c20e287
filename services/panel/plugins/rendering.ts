import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { SignedIn } from '@ecmr/accounts'
import { accountOf, type DocumentLanguage } from '@ecmr/domain'
import type { OperatorInfo } from '@ecmr/runtime'
import { Eta } from 'eta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { logoAddress } from '../layout/logo-address.js'
import { brief } from '../pages/notes/shared/brief.js'
import type { PanelServer } from '../panel-server.js'
import { common } from '../texts/common.js'
import { formatsFor } from '../texts/formats.js'
import { keyTexts } from '../texts/keys.js'
import type { AssetUrl } from './assets.js'
import type { Cookies } from './cookies.js'
import type { FormToken } from './csrf.js'
import { type FlashCode, takeFlash } from './flash.js'
import { isInTestMode } from './test-mode.js'
import { themeOf, themes } from './themes.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DEFAULT_ZONE = 'Europe/Madrid'

/** What a page shows besides what every page does. */
export interface PageData {
  /** of the document; the product's name is added */
  readonly title: string
  /** the part of the menu that it belongs to */
  readonly section?: string
  /** that it is written in, when it is not the visitor's of the two of the panel */
  readonly language?: DocumentLanguage
  /** names of scripts in `browser/`, besides `panel.js` */
  readonly scripts?: readonly string[]
  readonly [name: string]: unknown
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Answers with a page.
     *
     * @param template path of an `.eta` file below `services/panel`, such as `pages/notes/list/list`. It sees `it`: the data
     *   given here, and what `rendering.ts` adds for every page
     */
    page(template: string, data: PageData): FastifyReply
    /** Goes on to another of our pages after a form, which may say in a sentence what was done. */
    seeOther(path: string, flash?: FlashCode): FastifyReply
  }
}

/** One blank instead of many at the beginning of a line, which no browser tells apart: pages are up to a tenth smaller. */
const withoutIndentation = { processTemplate: (text: string): string => text.replaceAll(/^[ \t]+/gm, ' ') }

/** Characters of a company's name in the menu. */
const LONGEST_NAME = 60

function otherCompaniesOf(signedIn: SignedIn | undefined): SignedIn['memberships'] {
  if (signedIn === undefined) return []
  const current = accountOf(signedIn.company.id)
  return signedIn.memberships
    .filter(({ company_id }) => company_id !== current)
    .map((one) => ({ ...one, company_name: brief(one.company_name, LONGEST_NAME) }))
}

/** Makes pages of templates. Everything that a template writes is escaped. */
export function renderPages(
  app: PanelServer,
  site: { readonly siteUrl: string; readonly version: string; readonly operator?: OperatorInfo },
  kit: { readonly asset: AssetUrl; readonly formToken: FormToken; readonly cookies: Cookies },
): void {
  const eta = new Eta({ views: ROOT, autoEscape: true, cache: true, plugins: [withoutIndentation] })
  const { asset, formToken, cookies } = kit

  app.decorateReply('page', function page(this: FastifyReply, template: string, data: PageData) {
    const { request } = this
    const shown = { ...everywhere(request, this), ...data }
    this.type('text/html; charset=utf-8')
      .header('vary', 'Accept-Language, Cookie')
      .header('content-language', shown.language)
    return this.send(eta.render(template, shown))
  })
  app.decorateReply('seeOther', function seeOther(this: FastifyReply, path: string, flash?: FlashCode) {
    if (flash !== undefined) cookies.set(this, 'flash', flash)
    return this.redirect(path, 303)
  })

  /** What every template sees. */
  function everywhere(request: FastifyRequest, reply: FastifyReply) {
    const { language, signedIn } = request.visitor
    let token: string | undefined
    return {
      /** texts of the frame, and of what all pages have in common */
      c: common[language],
      shortcuts: keyTexts[language],
      language,
      theme: themeOf(request, cookies),
      themes,
      /** how dates, times and numbers are written */
      f: formatsFor(language, signedIn?.company.time_zone ?? DEFAULT_ZONE),
      signedIn,
      /** for which else the person can act, by names that fit into a menu */
      otherCompanies: otherCompaniesOf(signedIn),
      /** whether to offer a link: see `mayOpen` */
      may: (href: string) => request.mayOpen(href),
      /** where the company's picture is; absent: it has none */
      logo: signedIn?.company.logo ? logoAddress(signedIn.company.logo) : undefined,
      /** test data are shown */
      isTest: isInTestMode(signedIn),
      /** what the page before wants to be said here */
      flash: takeFlash(request, reply, cookies),
      /** to go into every form: `<%~ include('/forms/token', it) %>`; a page without forms sets no cookie for one */
      formToken(): string {
        token ??= formToken(request, reply)
        return token
      },
      /** an id for what a form does; sent twice, it is done once */
      once: randomUUID(),
      asset,
      /** where one comes back to after choosing the other language */
      path:
        request.is404 || app.hasRoute({ method: 'GET', url: request.routeOptions.url ?? '' })
          ? request.url
          : '/',
      siteUrl: site.siteUrl,
      /** whom to ask for help, and links to the operator's own pages */
      operator: site.operator,
      serviceVersion: site.version,
    }
  }
}
