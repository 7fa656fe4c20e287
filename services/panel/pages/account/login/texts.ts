import { inBoth } from '../../../texts/texts.js'

export const loginTexts = inBoth(
  {
    title: 'Entrar',
    email: 'Correo electrónico',
    submit: 'Entrar',
    wrong: 'El correo o la contraseña no son correctos.',
    tooMany: (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    forgotten: '¿Ha olvidado la contraseña?',
    register: '¿Aún no tiene cuenta? Créela',
    forAssistant:
      'Un asistente le ha traído aquí para pedirle acceso. Entre con su cuenta; después verá qué pide y decidirá.',
    elsewhere:
      'Ha abierto esta página con otra dirección que la del servicio. Si no consigue entrar, ábrala en',
  },
  {
    title: 'Log in',
    email: 'Mail address',
    submit: 'Log in',
    wrong: 'The mail address or the password is not right.',
    tooMany: (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
    forgotten: 'Have you forgotten your password?',
    register: 'No account yet? Create one',
    forAssistant:
      'An assistant has brought you here to ask for access. Log in with your account; then you see what it asks for, and decide.',
    elsewhere:
      'You have opened this page at another address than the service’s. If you cannot log in, open it at',
  },
)
