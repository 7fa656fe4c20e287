import { textTable } from '@ecmr/contract'

export const viewTexts = textTable({
  title: ['Vistas guardadas', 'Saved views'],
  intro: [
    'Una vista guarda los filtros y el orden de la lista. Solo la ve usted.',
    'A view keeps the filters and the order of the list. Only you can see it.',
  ],
  name: ['Nombre de la vista', 'Name of the view'],
  nameHint: ['Si ya existe, se sustituye.', 'An existing view of this name is replaced.'],
  save: ['Guardar vista', 'Save view'],
  delete: [(name: string) => `Eliminar: ${name}`, (name: string) => `Delete: ${name}`],
  none: ['Aún no hay vistas guardadas.', 'There are no saved views yet.'],
  tooMany: [
    (most: number) => `Puede guardar ${most} vistas como mucho. Elimine alguna.`,
    (most: number) => `You can save up to ${most} views. Delete one first.`,
  ],
  tooLong: [
    'Los filtros son demasiado largos para guardarlos. Acórtelos.',
    'The filters are too long to be saved. Shorten them.',
  ],
  back: ['Volver a la lista', 'Back to the list'],
})
