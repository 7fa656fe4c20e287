/** Logs in as a browser does: with the token of the form, and the cookie that belongs to it. */
export async function logsIn(
  url: string,
  person: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const form = await fetch(`${url}/entrar`)
  const [, token = ''] = /name="_csrf" value="([^"]+)"/.exec(await form.text()) ?? []
  const answer = await fetch(`${url}/entrar`, {
    method: 'POST',
    headers: { cookie: cookiesOf(form) },
    body: new URLSearchParams({ _csrf: token, ...person }),
    redirect: 'manual',
  })
  return answer.status === 303 && /ecmr-session=/.test(cookiesOf(answer))
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
