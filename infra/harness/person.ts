/** A person with a browser without scripts who uses the panel's forms. */
export interface Person {
  /** Consents on the page that a client opens; returns the address of the final redirect. */
  agree(wanted: string): Promise<string>
}

/** Logs a person in. */
export async function logIn(
  site: string,
  who: { readonly email: string; readonly password: string },
): Promise<Person> {
  const cookies = new Map<string, string>()

  async function ask(url: string, fields?: Readonly<Record<string, string>>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = fields && { method: 'POST', body: new URLSearchParams(fields) }
    const answer = await fetch(new URL(url, site), { ...body, headers: { cookie }, redirect: 'manual' })
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      cookies.set(name, value)
    }
    return answer
  }

  /** Opens a page, and sends its form with what is hidden in it. */
  async function fill(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const page = await (await ask(url)).text()
    const hidden = Object.fromEntries(hiddenFields(page))
    const answer = await ask(url, { ...hidden, ...fields })
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`the form at ${new URL(url, site).pathname} leads nowhere (${answer.status})`)
    return location
  }

  await fill('/entrar', who)
  return { agree: (wanted) => fill(wanted, { answer: 'grant' }) }
}

function hiddenFields(page: string): readonly (readonly [string, string])[] {
  return [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
}
