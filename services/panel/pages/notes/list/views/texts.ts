import { textTable } from '@ecmr/contract'

export const viewTexts = textTable({
  title: ['Vistas guardadas', 'Saved views'],
  intro: [
    'Una vista guarda los filtros y el orden de la lista. Solo la ve usted.',
    'A view stores the filters and sort order of the list. Only you can see it.',
  ],
  name: ['Nombre de la vista', 'View name'],
  nameHint: ['Si ya existe una con este nombre, se sustituye.', 'Replaces a view with the same name.'],
  save: ['Guardar vista', 'Save view'],
  delete: [(name: string) => `Eliminar: ${name}`, (name: string) => `Delete: ${name}`],
  none: ['Aún no hay vistas guardadas.', 'No saved views yet.'],
  tooMany: [
    (most: number) => `Puede guardar ${most} vistas como mucho. Elimine alguna.`,
    (most: number) => `You can save up to ${most} views. Delete one first.`,
  ],
  tooLong: [
    'Los filtros son demasiado largos para guardarlos. Acórtelos.',
    'The filters are too long to save. Shorten them.',
  ],
  back: ['Volver a la lista', 'Back to the list'],
})
