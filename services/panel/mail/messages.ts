import { inBoth, type Language } from '@ecmr/contract'
import type { Message } from '@ecmr/mail'

type Sentences<Facts> = Readonly<Record<Language, (facts: Facts) => Omit<Message, 'to'>>>

interface Requested {
  readonly link: string
  readonly ends: Date
  /** network address of the request */
  readonly from: string
}

interface Invited {
  readonly link: string
  readonly ends: Date
  /** the person who invites, and the company */
  readonly by: string
  readonly company: string
}

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }

/** An instant with its time zone: the recipient may be anywhere. */
export function inWords(at: Date, language: Language): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Europe/Madrid',
    timeZoneName: 'short',
  }).format(at)
}

/** Confirms a registration. Repeats nothing of the form: strangers can send it. */
export const registrationMessage: Sentences<Requested> = inBoth(
  ({ link, from, ends }) => ({
    subject: 'Confirme su cuenta de eCMR',
    text: `Hola:

Hemos recibido una solicitud para crear una cuenta de eCMR con este correo (dirección de red: ${from}).

Para confirmarla, abra este enlace y elija una contraseña:

${link}

El enlace es válido una sola vez, hasta el ${inWords(ends, 'es')}.

Si no lo ha solicitado usted, ignore este mensaje: no se creará ninguna cuenta.
`,
  }),
  ({ link, from, ends }) => ({
    subject: 'Confirm your eCMR account',
    text: `Hello,

We received a request to create an eCMR account with this email address (network address: ${from}).

To confirm it, open this link and choose a password:

${link}

The link is valid once, until ${inWords(ends, 'en')}.

If you did not request this, ignore this message. No account will be created.
`,
  }),
)

/** Sent when the address already has an account: only its owner learns this. */
export const accountExistsMessage: Sentences<{ readonly siteUrl: string; readonly from: string }> = inBoth(
  ({ siteUrl, from }) => ({
    subject: 'Ya tiene una cuenta de eCMR',
    text: `Hola:

Hemos recibido una solicitud para crear una cuenta de eCMR con este correo (dirección de red: ${from}), pero ya tiene una.

Para entrar:

${siteUrl}/entrar

Si ha olvidado la contraseña:

${siteUrl}/recuperar

Si no lo ha solicitado usted, ignore este mensaje: su cuenta no ha cambiado.
`,
  }),
  ({ siteUrl, from }) => ({
    subject: 'You already have an eCMR account',
    text: `Hello,

We received a request to create an eCMR account with this email address (network address: ${from}), but you already have one.

To log in:

${siteUrl}/entrar

If you forgot your password:

${siteUrl}/recuperar

If you did not request this, ignore this message. Your account has not changed.
`,
  }),
)

/** A link to choose a new password. `requestReset` already limits these, so the mailer does not count them. */
export const resetMessage: Sentences<Requested> = inBoth(
  ({ link, from, ends }) => ({
    isBounded: true,
    subject: 'Elija una contraseña nueva de eCMR',
    text: `Hola:

Hemos recibido una solicitud para cambiar la contraseña de su cuenta de eCMR (dirección de red: ${from}).

Para elegir una contraseña nueva, abra este enlace:

${link}

El enlace es válido una sola vez, hasta el ${inWords(ends, 'es')}.

Si no lo ha solicitado usted, ignore este mensaje: su contraseña no ha cambiado.
`,
  }),
  ({ link, from, ends }) => ({
    isBounded: true,
    subject: 'Choose a new eCMR password',
    text: `Hello,

We received a request to reset the password of your eCMR account (network address: ${from}).

To choose a new password, open this link:

${link}

The link is valid once, until ${inWords(ends, 'en')}.

If you did not request this, ignore this message. Your password has not changed.
`,
  }),
)

/** An invitation to join a company. */
export const invitationMessage: Sentences<Invited> = inBoth(
  ({ link, by, company, ends }) => ({
    subject: `${company} le invita a eCMR`,
    text: `Hola:

${by} le invita a trabajar con las cartas de porte de ${company} en eCMR.

Para aceptar, abra este enlace y elija una contraseña, o entre con su cuenta si ya tiene una:

${link}

El enlace es válido una sola vez, hasta el ${inWords(ends, 'es')}.

Si no conoce a esta persona, ignore este mensaje.
`,
  }),
  ({ link, by, company, ends }) => ({
    subject: `${company} invites you to eCMR`,
    text: `Hello,

${by} invites you to work with the consignment notes of ${company} in eCMR.

To accept, open this link and choose a password, or log in if you already have an account:

${link}

The link is valid once, until ${inWords(ends, 'en')}.

If you do not know this person, ignore this message.
`,
  }),
)
