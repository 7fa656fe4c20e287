// Keeps a click that was meant for another window, which lay before this one and has just gone, from granting anything: a page
// may ask for a double click and close itself at the first half of it.

// Longer than between the two halves of a double click.
const MOMENT_MS = 1_000

const grant = document.querySelector<HTMLButtonElement>('button[value=grant]')
let waiting: number | undefined

function waitAMoment(): void {
  if (grant === null) return
  grant.ariaDisabled = 'true'
  window.clearTimeout(waiting)
  waiting = window.setTimeout(() => {
    grant.ariaDisabled = null
  }, MOMENT_MS)
}

grant?.addEventListener('click', (event) => {
  if (grant.ariaDisabled !== null) event.preventDefault()
})
window.addEventListener('focus', waitAMoment)
window.addEventListener('pageshow', waitAMoment)
document.addEventListener('visibilitychange', waitAMoment)
waitAMoment()
