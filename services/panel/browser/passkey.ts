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

/** Asks the authenticator. */
async function ask(isNew: boolean, asked: Asked): Promise<Credential | null> {
  const { challenge, user, excludeCredentials, allowCredentials, ...rest } = asked
  const common = { ...rest, challenge: bytesOf(challenge) }
  if (!isNew)
    return navigator.credentials.get({
      publicKey: { ...common, allowCredentials: described(allowCredentials) },
    })
  return navigator.credentials.create({
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

/** Whether the browser shows a request now. It has one at a time: another one would fail as long as it is shown. */
let isAsking = false

async function use(form: HTMLFormElement): Promise<void> {
  if (isAsking) return
  isAsking = true
  const { passkey, options = '', failed = '', known = failed } = form.dataset
  const says = form.querySelector<HTMLElement>('[data-says]')
  const field = form.querySelector<HTMLInputElement>('[name=credential]')
  if (says) says.hidden = true
  try {
    const credential = await ask(passkey === 'create', JSON.parse(options))
    if (!(credential instanceof PublicKeyCredential) || field === null) throw new TypeError('no passkey')
    field.value = JSON.stringify(said(credential))
    form.submit()
  } catch (error) {
    if (says === null) return
    says.textContent = error instanceof DOMException && error.name === 'InvalidStateError' ? known : failed
    says.hidden = false
  } finally {
    isAsking = false
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
