// Adds lines to the lists of a note's form without sending it, as many as one form may show.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-add]')) {
  const rows = button.closest<HTMLElement>('[data-rows]')
  const template = rows?.querySelector('template')
  const beyond = rows?.querySelector<HTMLElement>('[data-beyond]')
  if (!rows || !template) continue
  const first = Number.parseInt(rows.dataset.portion ?? '', 10)
  button.addEventListener('click', (event) => {
    event.preventDefault()
    const shown = rows.querySelectorAll('.rows-item').length
    const place = first + shown
    const row = document.importNode(template.content, true)
    const controls = row.querySelectorAll<HTMLInputElement>('[name]')
    for (const control of controls) control.name = control.name.replace('__row__', String(place))
    for (const legend of row.querySelectorAll('legend'))
      legend.textContent = (legend.textContent ?? '').replace('__place__', String(place + 1))
    button.before(row)
    controls[0]?.focus()
    const isFull = shown + 1 >= Number(rows.dataset.room)
    button.hidden = isFull
    if (beyond) beyond.hidden = !isFull
  })
}
