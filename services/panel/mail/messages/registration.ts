import type { Language } from '@ecmr/contract'
import { inBoth } from '../../texts/texts.js'
import type { Message } from '../message.js'
import { inWords } from './in-words.js'

interface Asked {
  readonly to: string
  readonly link: string
  readonly ends: Date
  /** the network address that it was asked from */
  readonly from: string
}

/** Only whoever reads this mailbox can choose the password and so finish the registration. Names none of what was typed: strangers type it. */
export function registrationMessage(language: Language, asked: Asked): Message {
  return { to: asked.to, ...said[language](asked, inWords(asked.ends, language)) }
}

const said = inBoth<(asked: Asked, ends: string) => Omit<Message, 'to'>>(
  ({ link, from }, ends) => ({
    subject: 'Confirme su cuenta de eCMR',
    text: `Hola:

Desde la dirección de red ${from} se ha pedido una cuenta de eCMR con este correo.

Si ha sido usted, abra este enlace y elija una contraseña:

${link}

El enlace sirve una sola vez, hasta el ${ends}.

Si no ha sido usted, no haga nada: no se creará ninguna cuenta.
`,
  }),
  ({ link, from }, ends) => ({
    subject: 'Confirm your eCMR account',
    text: `Hello,

somebody at the network address ${from} asked for an eCMR account with this mail address.

If it was you, open this link and choose a password:

${link}

The link works once, until ${ends}.

If it was not you, do nothing: no account will be made.
`,
  }),
)
