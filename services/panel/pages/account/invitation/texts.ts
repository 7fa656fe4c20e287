import { inBoth } from '../../../texts/texts.js'

export const joiningTexts = inBoth(
  {
    title: (company: string) => `Le invitan a ${company}`,
    intro: (email: string) => `Elija un nombre y una contraseña. Entrará siempre con el correo ${email}.`,
    roles: {
      owner:
        'Será propietario: además de trabajar con las cartas de porte, llevará la empresa, sus claves y sus personas.',
      member: 'Será miembro: trabajará con las cartas de porte de la empresa.',
    },
    name: 'Su nombre',
    submit: 'Aceptar y entrar',
    other: (name: string) =>
      `Ahora está dentro como ${name}. Si acepta, esa sesión se cerrará en este navegador y entrará con la cuenta nueva.`,
    taken: 'Este correo ya tiene una cuenta. Pida a quien le invita que use otra dirección.',
  },
  {
    title: (company: string) => `You are invited to ${company}`,
    intro: (email: string) =>
      `Choose a name and a password. You will always log in with the mail address ${email}.`,
    roles: {
      owner:
        'You will be an owner: besides working with consignment notes you look after the company, its keys and its people.',
      member: 'You will be a member: you work with the consignment notes of the company.',
    },
    name: 'Your name',
    submit: 'Accept and log in',
    other: (name: string) =>
      `You are logged in as ${name}. If you accept, that session ends in this browser, and you are logged in with the new account.`,
    taken: 'This mail address has an account already. Ask whoever invited you to use another address.',
  },
)
