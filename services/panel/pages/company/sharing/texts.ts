import { textTable } from '@ecmr/contract'

/** What the company’s page says about being shared with. */
export const companySharingTexts = textTable({
  title: ['Compartir', 'Sharing'],
  about: [
    'Con este identificador, otras empresas de este servicio comparten cartas de porte con la suya. Quien lo tiene ve el nombre de su empresa.',
    'By this handle, other companies of this service share consignment notes with yours. Who has it sees your company’s name.',
  ],
  handle: ['Identificador de la empresa', 'Handle of the company'],
  copy: ['Copiar el identificador', 'Copy the handle'],
  newHandle: ['Identificador nuevo', 'New handle'],
  handleHint: [
    'De 3 a 40 letras minúsculas sin acentos, cifras y guiones. Se cambia una vez cada 30 días; el anterior deja de llevar a su empresa.',
    '3 to 40 small letters without accents, digits and hyphens. It can be changed once in 30 days; the former one no longer leads to your company.',
  ],
  change: ['Cambiar el identificador', 'Change the handle'],
  takes: [
    'Otras empresas pueden compartir cartas de porte con la mía',
    'Other companies can share notes with mine',
  ],
  takesHint: ['Las que ya se comparten siguen visibles.', 'Notes that are shared already stay visible.'],
  save: ['Guardar', 'Save'],
  malformed: [
    'Use de 3 a 40 letras minúsculas sin acentos, cifras y guiones; ni al principio ni al final un guion.',
    'Use 3 to 40 small letters without accents, digits and hyphens, not beginning or ending with a hyphen.',
  ],
  taken: ['Este identificador ya está ocupado. Elija otro.', 'This handle is taken. Choose another one.'],
  tooSoon: [
    (from: string) => `El identificador se podrá cambiar de nuevo a partir del ${from}.`,
    (from: string) => `The handle can be changed again from ${from} on.`,
  ],
})
