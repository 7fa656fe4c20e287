import type { PanelServer } from '@ecmr/panel'
import { until } from './until.js'

/** A page as a browser without scripts sees it. */
export interface Page {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly html: string
  /** what can be read on it, with one space between words */
  readonly text: string
  /** where it leads on to */
  readonly location: string | undefined
  /** the token that its forms carry */
  readonly formToken: string | undefined
}

/** A visitor with a separate browser: keeps cookies, and sends forms with the token of their page. */
export interface Visit {
  readonly cookies: Map<string, string>
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>
  /**
   * Sends a form. Unless a token is given, the page `from` (the form's own address unless given) is opened for one first.
   */
  send(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    options?: {
      readonly from?: string
      readonly token?: string
      readonly headers?: Readonly<Record<string, string>>
    },
  ): Promise<Page>
  /** sends what is no form of fields, such as one with a file */
  post(path: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<Page>
  /** opens where a page leads on to */
  follow(page: Page): Promise<Page>
}

/** A visit to a panel in this process. */
export function visit(
  app: Pick<PanelServer, 'inject'>,
  siteUrl: string,
  always: Readonly<Record<string, string>> = {},
): Visit {
  const { host } = new URL(siteUrl)
  return visitBy(async (method, url, headers, payload) => {
    const response = await app.inject({
      method,
      url,
      headers: { host, ...always, ...headers },
      ...(payload !== undefined && { payload }),
    })
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name,
          typeof value === 'number' ? String(value) : value,
        ]),
      ),
      cookies: response.cookies,
      body: response.body,
    }
  })
}

/**
 * A visit to whichever process listens at the address that is said for each request.
 *
 * @param options.isPatient asks again while the service says that it is not available just now, as it does on a busy machine
 */
export function visitAt(origin: () => string, { isPatient = false } = {}): Visit {
  return visitBy(async (method, path, headers, body) => {
    const ask = (): Promise<Response> =>
      fetch(new URL(path, origin()), { method, headers, redirect: 'manual', ...(body && { body }) })
    let answer = await ask()
    if (isPatient)
      await until(async () => {
        if (answer.status === 503) answer = await ask()
        return answer.status !== 503
      }, `an answer at ${path}`)
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      cookies: answer.headers.getSetCookie().map(cookieOf),
      body: await answer.text(),
    }
  })
}

interface SetCookie {
  readonly name: string
  readonly value: string
  readonly maxAge?: number
  readonly expires?: Date
}

function cookieOf(header: string): SetCookie {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
  const [, maxAge] = /; *max-age=(\d+)/i.exec(header) ?? []
  const [, expires] = /; *expires=([^;]+)/i.exec(header) ?? []
  return {
    name,
    value: decodeURIComponent(value),
    ...(maxAge && { maxAge: Number(maxAge) }),
    ...(expires && { expires: new Date(expires) }),
  }
}

interface Answer {
  readonly status: number
  readonly headers: Page['headers']
  readonly cookies: readonly SetCookie[]
  readonly body: string
}

function visitBy(
  ask: (
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload: string | Buffer | undefined,
  ) => Promise<Answer>,
): Visit {
  const cookies = new Map<string, string>()

  async function request(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string | Buffer,
  ): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(method, url, { ...(cookie && { cookie }), ...headers }, payload)
    for (const { name, value, maxAge, expires } of answer.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = answer.headers
    return {
      status: answer.status,
      headers: answer.headers,
      html: answer.body,
      text: textOf(answer.body),
      location: typeof location === 'string' ? location : undefined,
      formToken: /name="_csrf" value="([^"]+)"/.exec(answer.body)?.[1],
    }
  }

  const open: Visit['open'] = (path, headers = {}) => request('GET', path, headers)
  return {
    cookies,
    open,
    async send(path, fields, { from = path, token, headers = {} } = {}) {
      const _csrf = token ?? (await open(from)).formToken ?? ''
      const pairs = Object.entries({ ...fields, _csrf }).flatMap(([name, value]) =>
        [value].flat().map((each): [string, string] => [name, each]),
      )
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return request('POST', path, { ...type, ...headers }, new URLSearchParams(pairs).toString())
    },
    post: (path, body, headers) => request('POST', path, headers, body),
    follow: ({ location }) => {
      if (location === undefined) throw new Error('the page leads nowhere')
      return open(location)
    },
  }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

function textOf(html: string): string {
  return html
    .replace(/<(script|style|head)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
}
