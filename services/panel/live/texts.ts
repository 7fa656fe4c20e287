import { textTable } from '@ecmr/contract'

/** What an open page says of changes; `{count}` is put in by its script. */
export const liveTexts = textTable({
  notes: {
    one: ['1 cambio', '1 change'],
    many: ['{count} cambios', '{count} changes'],
    more: ['Más de {count} cambios', 'More than {count} changes'],
  },
  note: {
    one: ['Esta carta de porte ha cambiado', 'This note has changed'],
    many: ['Esta carta de porte ha cambiado', 'This note has changed'],
    more: ['Esta carta de porte ha cambiado', 'This note has changed'],
  },
  show: ['Mostrar', 'Show'],
  ended: ['Su sesión ha terminado.', 'Your session has ended.'],
  switched: ['Ahora trabaja en otra empresa.', 'You are now working in another company.'],
  logIn: ['Entrar', 'Log in'],
})
