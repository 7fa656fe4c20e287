// Makes and shows passkeys. What the server asks stands in the page, and what the authenticator says goes into a field of the form, so
// that nothing is sent but the form.

interface Described {
  readonly id: string
  readonly type: 'public-key'
  readonly transports?: AuthenticatorTransport[]
}

/** As the server writes it: bytes are base64url. */
interface Asked extends Pick<PublicKeyCredentialCreationOptions, 'rp' | 'pubKeyCredParams'> {
  readonly challenge: string
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly excludeCredentials?: readonly Described[]
  readonly allowCredentials?: readonly Described[]
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
}

function textOf(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

const described = (list: readonly Described[] = []) => list.map((one) => ({ ...one, id: bytesOf(one.id) }))

/** The request that the browser shows now. It has one at a time: another one fails as long as it is shown. */
let shown = { request: new AbortController(), ended: Promise.resolve<unknown>(undefined) }

/** Asks the authenticator, in place of what was asked before. */
async function askAnew(isNew: boolean, asked: Asked, request: AbortController): Promise<Credential | null> {
  const former = shown
  former.request.abort()
  const asking = former.ended.then(() => ask(isNew, asked, request.signal))
  shown = { request, ended: asking.catch(() => undefined) }
  return asking
}

async function ask(isNew: boolean, asked: Asked, signal: AbortSignal): Promise<Credential | null> {
  const { challenge, user, excludeCredentials, allowCredentials, ...rest } = asked
  const common = { ...rest, challenge: bytesOf(challenge) }
  if (!isNew)
    return navigator.credentials.get({
      signal,
      publicKey: { ...common, allowCredentials: described(allowCredentials) },
    })
  return navigator.credentials.create({
    signal,
    publicKey: {
      ...common,
      user: { ...user, id: bytesOf(user.id) },
      excludeCredentials: described(excludeCredentials),
    },
  })
}

/** What it said, as the server reads it. */
function said({ id, rawId, type, response }: PublicKeyCredential): object {
  const clientDataJSON = textOf(response.clientDataJSON)
  const common = { id, rawId: textOf(rawId), type }
  if (response instanceof AuthenticatorAttestationResponse) {
    const attestationObject = textOf(response.attestationObject)
    return {
      ...common,
      response: { clientDataJSON, attestationObject, transports: response.getTransports() },
    }
  }
  if (!(response instanceof AuthenticatorAssertionResponse)) throw new TypeError('not a passkey')
  const { authenticatorData, signature, userHandle } = response
  return {
    ...common,
    response: {
      clientDataJSON,
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle?.byteLength && { userHandle: textOf(userHandle) }),
    },
  }
}

async function use(form: HTMLFormElement): Promise<void> {
  const { passkey, options = '', failed = '', known = failed } = form.dataset
  const says = form.querySelector<HTMLElement>('[data-says]')
  const field = form.querySelector<HTMLInputElement>('[name=credential]')
  if (says) says.hidden = true
  const request = new AbortController()
  try {
    const credential = await askAnew(passkey === 'create', JSON.parse(options), request)
    if (!(credential instanceof PublicKeyCredential) || field === null) throw new TypeError('no passkey')
    field.value = JSON.stringify(said(credential))
    form.submit()
  } catch (error) {
    // A later request has taken its place.
    if (says === null || request.signal.aborted) return
    says.textContent = error instanceof DOMException && error.name === 'InvalidStateError' ? known : failed
    says.hidden = false
  }
}

if ('PublicKeyCredential' in window) {
  for (const shown of document.querySelectorAll<HTMLElement>('[data-needs-passkeys]')) shown.hidden = false
  for (const without of document.querySelectorAll<HTMLElement>('[data-without-passkeys]'))
    without.hidden = true
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      if (form.reportValidity()) void use(form)
    })
    if (form.dataset.starts !== undefined) void use(form)
  }
}
