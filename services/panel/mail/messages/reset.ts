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

/**
 * Lets whoever reads this mailbox choose a new password. `requestReset` makes few links an hour for each: what else he is
 * sent must not keep this one from him.
 */
export function resetMessage(language: Language, asked: Asked): Message {
  return { to: asked.to, isBounded: true, ...said[language](asked, inWords(asked.ends, language)) }
}

const said = inBoth<(asked: Asked, ends: string) => Omit<Message, 'to'>>(
  ({ link, from }, ends) => ({
    subject: 'Elija una contraseña nueva de eCMR',
    text: `Hola:

Desde la dirección de red ${from} se ha pedido una contraseña nueva para su cuenta de eCMR.

Si ha sido usted, abra este enlace y escríbala:

${link}

El enlace sirve una sola vez, hasta el ${ends}.

Si no ha sido usted, no haga nada: su contraseña sigue como estaba.
`,
  }),
  ({ link, from }, ends) => ({
    subject: 'Choose a new eCMR password',
    text: `Hello,

somebody at the network address ${from} asked for a new password for your eCMR account.

If it was you, open this link and enter it:

${link}

The link works once, until ${ends}.

If it was not you, do nothing: your password stays as it was.
`,
  }),
)
