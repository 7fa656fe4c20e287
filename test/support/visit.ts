import type { PanelServer } from '@ecmr/panel'

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

/** Somebody with a browser of his own: keeps cookies, and sends forms with the token of the page they stand on. */
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
  /** opens where a page leads on to */
  follow(page: Page): Promise<Page>
}

export function visit(
  app: Pick<PanelServer, 'inject'>,
  siteUrl: string,
  always: Readonly<Record<string, string>> = {},
): Visit {
  const cookies = new Map<string, string>()
  const host = new URL(siteUrl).host

  async function request(
    method: 'GET' | 'POST',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string,
  ): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method,
      url,
      headers: { host, ...always, ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload }),
    })
    for (const { name, value, maxAge, expires } of response.cookies) {
      const isGone = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now())
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = response.headers
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [
          name,
          typeof value === 'number' ? String(value) : value,
        ]),
      ),
      html: response.body,
      text: textOf(response.body),
      location: typeof location === 'string' ? location : undefined,
      formToken: /name="_csrf" value="([^"]+)"/.exec(response.body)?.[1],
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
