import { inBoth } from '../../../texts/texts.js'

/** A link that does not work any more, by what it was for. */
export const deadLinkTexts = inBoth(
  {
    title: 'Este enlace ya no sirve',
    sentence: 'Se ha usado ya, ha caducado o no está completo. Cada enlace sirve una sola vez.',
    registration: 'Crear la cuenta de nuevo',
    reset: 'Pedir otro enlace',
    invitation: 'Pida otra invitación a quien le ha invitado.',
    logIn: 'Entrar',
  },
  {
    title: 'This link does not work any more',
    sentence: 'It has been used, has expired or is not complete. Each link works once.',
    registration: 'Create the account again',
    reset: 'Ask for another link',
    invitation: 'Ask whoever invited you for another invitation.',
    logIn: 'Log in',
  },
)
