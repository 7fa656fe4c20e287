// Makes pages quicker to use; every page works without it.

/** Asks before a form does what cannot be undone. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-confirm]')) {
  form.addEventListener('submit', (event) => {
    if (!window.confirm(form.dataset.confirm)) event.preventDefault()
  })
}

const PATIENCE_MS = 10_000

/** Keeps a form from being sent twice by a double click. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[method=post]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent !== undefined) event.preventDefault()
    if (event.defaultPrevented) return
    form.dataset.sent = ''
    // On a poor line the page may stay. Sending again does no harm: what a form makes has an id, and is made once.
    window.setTimeout(() => delete form.dataset.sent, PATIENCE_MS)
  })
}
// A page that comes back by the browser's back button may be sent again.
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) delete form.dataset.sent
})

/** Copies what stands beside a button, or the text of an element, where browsers let pages do that: not over plain http. */
for (const button of document.querySelectorAll<HTMLButtonElement>(
  'button[data-copy], button[data-copy-of]',
)) {
  if (!window.isSecureContext) break
  button.hidden = false
  button.ariaLive = 'polite'
  button.addEventListener('click', async () => {
    const { copy, copyOf = '' } = button.dataset
    await navigator.clipboard.writeText(copy ?? document.getElementById(copyOf)?.textContent ?? '')
    const said = button.textContent
    button.textContent = button.dataset.copied ?? said
    window.setTimeout(() => {
      button.textContent = said
    }, 2_000)
  })
}

/** Opens the API documentation with a test key that was just created: for this tab alone, and in no address and on no other page. */
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-docs-key]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    window.sessionStorage.setItem('ecmr-docs-key', button.dataset.docsKey ?? '')
    window.location.assign('/api/docs')
  })
}

/** After a form with faults the focus starts at the list of faults. */
document.querySelector<HTMLElement>('.notice[role=alert][tabindex]')?.focus()

/** Menus close as menus do: by Escape, and when the user goes on elsewhere. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu, details.dropdown')) {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  if (!menu.matches('.dropdown')) continue
  for (const type of ['pointerdown', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false
    })
}

/** What was typed into a form and not saved is for its user alone. */
document.querySelector('form[action="/salir"]')?.addEventListener('submit', () => {
  try {
    window.sessionStorage.removeItem('draft')
  } catch {
    // A browser that keeps nothing has nothing to take out.
  }
})

/** The picture of a paper note is kept for its form alone: it is removed when the user leaves the form. */
try {
  if (!document.querySelector('input[name=picture]')) window.sessionStorage.removeItem('paper')
} catch {
  // A browser that keeps nothing has nothing to take out.
}
