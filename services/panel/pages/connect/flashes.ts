import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const connectFlashes = inBoth(
  { assistant_disconnected: 'El asistente está desconectado.' },
  { assistant_disconnected: 'The assistant is disconnected.' },
)
