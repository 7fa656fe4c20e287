import type { Language } from '@ecmr/contract'
import { inBoth } from '../../texts/texts.js'
import type { Message } from '../message.js'

interface Asked {
  readonly to: string
  readonly siteUrl: string
  /** the network address that it was asked from */
  readonly from: string
}

/** For whoever registers with an address that has an account: only its owner is told that there is one. */
export function accountExistsMessage(language: Language, asked: Asked): Message {
  return { to: asked.to, ...said[language](asked) }
}

const said = inBoth<(asked: Asked) => Omit<Message, 'to'>>(
  ({ siteUrl, from }) => ({
    subject: 'Ya tiene una cuenta de eCMR',
    text: `Hola:

Desde la dirección de red ${from} se ha pedido una cuenta de eCMR con este correo, pero ya hay una.

Para entrar:

${siteUrl}/entrar

Si no recuerda la contraseña:

${siteUrl}/recuperar

Si no ha sido usted, no haga nada: su cuenta sigue como estaba.
`,
  }),
  ({ siteUrl, from }) => ({
    subject: 'You already have an eCMR account',
    text: `Hello,

somebody at the network address ${from} asked for an eCMR account with this mail address, but there is one already.

To log in:

${siteUrl}/entrar

If you do not remember the password:

${siteUrl}/recuperar

If it was not you, do nothing: your account stays as it was.
`,
  }),
)
