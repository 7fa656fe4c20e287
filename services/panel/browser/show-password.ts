// Lets people see the password that they type.

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows ?? '')
  if (!(field instanceof HTMLInputElement)) continue
  const { textContent: show } = button
  button.closest<HTMLElement>('[hidden]')?.removeAttribute('hidden')
  button.addEventListener('click', () => {
    const isShown = field.type === 'text'
    field.type = isShown ? 'password' : 'text'
    button.textContent = isShown ? show : (button.dataset.hide ?? show)
    button.setAttribute('aria-pressed', String(!isShown))
  })
  // Browsers offer to keep what stands in fields for passwords, and in no others.
  field.form?.addEventListener('submit', () => {
    field.type = 'password'
  })
}
