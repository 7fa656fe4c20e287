import { textTable } from '@ecmr/contract'

/** What the pages of the registers say. */
export const registerTexts = textTable({
  title: ['Fichas', 'Registers'],
  intro: [
    'Lo que se guarda aquí se sugiere al escribir cartas de porte. Cada carta conserva su propia copia: cambiar o eliminar una ficha no la altera.',
    'What you keep here is suggested while you write notes. Each note keeps its own copy: changing or removing an entry does not alter it.',
  ],
  names: {
    parties: ['Empresas', 'Parties'],
    drivers: ['Conductores', 'Drivers'],
    vehicles: ['Vehículos', 'Vehicles'],
    templates: ['Plantillas', 'Templates'],
  },
  add: {
    parties: ['Añadir empresa', 'Add party'],
    drivers: ['Añadir conductor', 'Add driver'],
    vehicles: ['Añadir vehículo', 'Add vehicle'],
    templates: ['Crear plantilla', 'Create template'],
  },
  edit: {
    parties: ['Empresa', 'Party'],
    drivers: ['Conductor', 'Driver'],
    vehicles: ['Vehículo', 'Vehicle'],
    templates: ['Plantilla', 'Template'],
  },
  none: {
    parties: ['Aún no hay empresas.', 'No parties yet.'],
    drivers: ['Aún no hay conductores.', 'No drivers yet.'],
    vehicles: ['Aún no hay vehículos.', 'No vehicles yet.'],
    templates: [
      'Aún no hay plantillas. Se crean desde el formulario de una carta de porte o desde la página de una carta existente.',
      'No templates yet. Create them from the form of a note or from the page of an existing one.',
    ],
  },
  labels: {
    company_name: ['Nombre o razón social', 'Company name'],
    tax_id: ['NIF', 'Tax ID'],
    address: ['Dirección', 'Address'],
    postal_code: ['Código postal', 'Postal code'],
    city: ['Población', 'Town'],
    country: ['País', 'Country'],
    contact_name: ['Persona de contacto', 'Contact person'],
    email: ['Correo electrónico', 'Email'],
    phone: ['Teléfono', 'Phone'],
    name: ['Nombre', 'Name'],
    license_expires: ['Permiso de conducir válido hasta', 'Driving licence valid until'],
    card_expires: ['Tarjeta de conductor válida hasta', 'Driver card valid until'],
    plate: ['Matrícula', 'Plate'],
    kind: ['Tipo', 'Kind'],
    payload_kg: ['Carga útil (kg)', 'Payload (kg)'],
    inspection_expires: ['ITV válida hasta', 'Inspection valid until'],
    insurance_expires: ['Seguro válido hasta', 'Insurance valid until'],
    reference: ['Su referencia', 'Your reference'],
    route: ['Recorrido', 'Route'],
  },
  licenses: {
    parties: ['Número de licencia de transporte', 'Transport licence number'],
    drivers: ['Número de permiso de conducir', 'Driving licence number'],
  },
  referenceHint: ['Única entre sus fichas de este tipo.', 'Unique in this register.'],
  kinds: {
    tractor: ['Cabeza tractora', 'Tractor'],
    trailer: ['Remolque', 'Trailer'],
    rigid: ['Camión rígido', 'Rigid lorry'],
  },
  ends: {
    license_expires: ['Permiso de conducir', 'Driving licence'],
    card_expires: ['Tarjeta de conductor', 'Driver card'],
    inspection_expires: ['ITV', 'Inspection'],
    insurance_expires: ['Seguro', 'Insurance'],
  },
  ended: [
    (what: string, day: string) => `${what}: caducó el ${day}`,
    (what: string, day: string) => `${what}: expired on ${day}`,
  ],
  endsOn: [
    (what: string, day: string) => `${what}: caduca el ${day}`,
    (what: string, day: string) => `${what}: expires on ${day}`,
  ],
  search: ['Buscar', 'Search'],
  all: ['Ver todas', 'Show all'],
  nothingFound: ['No se ha encontrado nada.', 'Nothing found.'],
  count: [
    (shown: string, most: string) => `${shown} de ${most} como máximo`,
    (shown: string, most: string) => `${shown} of ${most} at most`,
  ],
  pages: ['Páginas', 'Pages'],
  page: [
    (page: number, pages: number) => `Página ${page} de ${pages}`,
    (page: number, pages: number) => `Page ${page} of ${pages}`,
  ],
  actions: ['Acciones', 'Actions'],
  import: ['Importar', 'Import'],
  export: ['Exportar', 'Export'],
  useTemplate: ['Nueva carta', 'New note'],
  useTemplateOf: [(name: string) => `Nueva carta con ${name}`, (name: string) => `New note with ${name}`],
  editTemplate: [
    'Los datos se cambian abriendo una carta nueva con la plantilla y guardándola de nuevo como plantilla.',
    'To change what it fills in, open a new note with the template and save it as the template again.',
  ],
  fills: ['Rellena', 'Fills in'],
  fromNote: [
    (number: string) =>
      `La plantilla tendrá los datos de ${number}, sin fechas, precintos ni enlace eFTI, y sin firmas ni incidencias.`,
    (number: string) =>
      `The template will have the data of ${number}, without dates, seals and the eFTI link, and without signatures and incidents.`,
  ],
  remove: ['Eliminar', 'Remove'],
  removeTitle: ['Eliminar ficha', 'Remove entry'],
  removeQuestion: [
    (name: string) =>
      `¿Eliminar ${name}? Desaparece del todo y no se puede recuperar. Las cartas de porte conservan su copia.`,
    (name: string) => `Remove ${name}? It is gone for good. Notes keep their own copy.`,
  ],
  faults: {
    reference_taken: ['Otra ficha ya tiene esta referencia.', 'Another entry already has this reference.'],
    register_full: [
      'No caben más fichas de este tipo. Elimine las que ya no use.',
      'This register is full. Remove entries that you no longer use.',
    ],
    entry_too_large: [
      'Ocupa demasiado. Acorte los textos o las listas.',
      'This is too large. Shorten texts or lists.',
    ],
    stale: [
      'Otra persona ha cambiado esta ficha mientras usted escribía. Lo que ve es lo suyo: guárdelo otra vez para sustituir lo de la otra persona.',
      'Someone else changed this entry while you were typing. You see what you typed: save again to replace what they saved.',
    ],
  },
  table: {
    title: {
      parties: ['Importar empresas', 'Import parties'],
      drivers: ['Importar conductores', 'Import drivers'],
      vehicles: ['Importar vehículos', 'Import vehicles'],
      templates: ['Importar plantillas', 'Import templates'],
    },
    about: [
      (rows: string) =>
        `Un archivo CSV en UTF-8 (en Excel: «CSV UTF-8»), con los nombres de las columnas en la primera fila y ${rows} filas como máximo. Se importa entero o nada.`,
      (rows: string) =>
        `A CSV file in UTF-8 (in Excel: “CSV UTF-8”), with the names of the columns in the first row and ${rows} rows at most. All of it is imported, or nothing.`,
    ],
    rules: [
      'Una fila con el id o la referencia de una ficha la modifica; en sus celdas vacías se borra el dato. Las que ya están igual no cambian, y las demás se añaden.',
      'A row with the id or reference of an entry changes it; its blank cells clear. Rows that say what is there already change nothing, and all others are added.',
    ],
    columns: ['Columnas', 'Columns'],
    file: ['Archivo CSV', 'CSV file'],
    check: ['Comprobar sin importar', 'Check without importing'],
    import: ['Importar', 'Import'],
    none: ['Elija un archivo.', 'Choose a file.'],
    wrongForm: ['Elija un solo archivo CSV.', 'Choose one CSV file.'],
    tooLarge: ['El archivo supera 1 MB. Divídalo.', 'The file is larger than 1 MB. Split it.'],
    refused: [
      'No se ha importado nada. Corrija el archivo y vuelva a elegirlo.',
      'Nothing was imported. Fix the file and choose it again.',
    ],
    checked: [
      'El archivo está bien. Elíjalo otra vez para importarlo.',
      'The file is fine. Choose it again to import it.',
    ],
    done: ['Importado.', 'Imported.'],
    created: ['Añadidas', 'Added'],
    changed: ['Modificadas', 'Changed'],
    unchanged: ['Sin cambios', 'Unchanged'],
    line: ['Línea', 'Line'],
    column: ['Columna', 'Column'],
    fault: ['Qué corregir', 'What to fix'],
    more: [
      (most: number) => `Se muestran los primeros ${most} errores.`,
      (most: number) => `The first ${most} errors are shown.`,
    ],
  },
  tableFaults: {
    not_utf8: [
      'El archivo no está en UTF-8. Guárdelo como «CSV UTF-8».',
      'The file is not UTF-8. Save it as “CSV UTF-8”.',
    ],
    no_header: [
      'Falta la primera fila con los nombres de las columnas.',
      'The first row with the names of the columns is missing.',
    ],
    quotes: [
      'Unas comillas no se cierran o están mal puestas.',
      'A quotation mark is not closed or misplaced.',
    ],
    cells: [
      'Esta fila tiene más o menos celdas que la primera.',
      'This row has more or fewer cells than the first.',
    ],
    unknown_field: ['Esta columna no existe.', 'There is no such column.'],
    repeated: ['Está repetido.', 'This stands here twice.'],
    required: ['Falta un dato obligatorio.', 'A required value is missing.'],
    not_found: ['No hay ninguna ficha con este id.', 'There is no entry with this id.'],
    reference_taken: ['Otra ficha tiene esta referencia.', 'Another entry has this reference.'],
    register_full: ['No caben más fichas de este tipo.', 'This register is full.'],
    too_many: ['Son demasiadas filas. Divida el archivo.', 'These are too many rows. Split the file.'],
  },
  suggestions: {
    label: ['Sugerencias', 'Suggestions'],
    found: ['# sugerencias; elija con las flechas', '# suggestions; choose with the arrow keys'],
    one: ['1 sugerencia; elija con las flechas', '1 suggestion; choose with the arrow keys'],
  },
})
