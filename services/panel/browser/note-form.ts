// Adds lines to the lists of a note's form without sending it.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add]')) {
  const rows = button.closest('[data-rows]')
  const template = rows?.querySelector('template')
  if (!rows || !template) continue
  button.addEventListener('click', (event) => {
    event.preventDefault()
    const place = rows.querySelectorAll('.rows-item').length
    const row = document.createElement('template')
    row.innerHTML = template.innerHTML
      .replaceAll('__row__', String(place))
      .replaceAll('__place__', String(place + 1))
    button.before(row.content)
    button.previousElementSibling?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  })
}
