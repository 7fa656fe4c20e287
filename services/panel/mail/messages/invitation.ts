import type { Language } from '@ecmr/contract'
import { inBoth } from '../../texts/texts.js'
import type { Message } from '../message.js'
import { inWords } from './in-words.js'

interface Invited {
  readonly to: string
  readonly link: string
  readonly ends: Date
  /** who invites, and for which company */
  readonly by: string
  readonly company: string
}

/** Lets whoever reads this mailbox join a company. */
export function invitationMessage(language: Language, invited: Invited): Message {
  return { to: invited.to, ...said[language](invited, inWords(invited.ends, language)) }
}

const said = inBoth<(invited: Invited, ends: string) => Omit<Message, 'to'>>(
  ({ link, by, company }, ends) => ({
    subject: `${company} le invita a eCMR`,
    text: `Hola:

${by} le invita a trabajar con las cartas de porte de ${company} en eCMR.

Para aceptar, abra este enlace y elija una contraseña:

${link}

El enlace sirve una sola vez, hasta el ${ends}.

Si no conoce a quien le invita, no haga nada.
`,
  }),
  ({ link, by, company }, ends) => ({
    subject: `${company} invites you to eCMR`,
    text: `Hello,

${by} invites you to work with the consignment notes of ${company} in eCMR.

To accept, open this link and choose a password:

${link}

The link works once, until ${ends}.

If you do not know who invites you, do nothing.
`,
  }),
)
