// Adds lines to the lists of a note's form without sending it.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add]')) {
  const rows = button.closest('[data-rows]')
  const template = rows?.querySelector('template')
  if (!rows || !template) continue
  button.addEventListener('click', (event) => {
    event.preventDefault()
    const place = rows.querySelectorAll('.rows-item').length
    const row = document.importNode(template.content, true)
    const controls = row.querySelectorAll<HTMLInputElement>('[name]')
    for (const control of controls) control.name = control.name.replace('__row__', String(place))
    for (const legend of row.querySelectorAll('legend'))
      legend.textContent = (legend.textContent ?? '').replace('__place__', String(place + 1))
    button.before(row)
    controls[0]?.focus()
  })
}
