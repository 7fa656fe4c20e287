// One menu for all rows of a list. Without scripts, a row's link opens the same actions on the page of its note.

const menu = document.querySelector<HTMLElement>('#row-menu')
const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
/** where the menu belongs while it is open */
let opener: HTMLAnchorElement | undefined

if (menu && 'popover' in menu) {
  for (const link of links) {
    link.role = 'button'
    link.ariaHasPopup = 'true'
    link.ariaExpanded = 'false'
    link.addEventListener('click', (event) => {
      // Another tab is asked for.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      open(menu, link)
    })
    link.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'ArrowDown') return
      event.preventDefault()
      open(menu, link)
    })
  }
  menu.addEventListener('toggle', (event) => {
    if (event.newState === 'closed' && opener) opener.ariaExpanded = 'false'
  })
  menu.addEventListener('keydown', (event) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const offered = [...menu.querySelectorAll('a')].filter(({ parentElement }) => !parentElement?.hidden)
    const here = offered.findIndex((link) => link.matches(':focus'))
    offered.at((here + by) % offered.length)?.focus()
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.hidePopover()
  })
}

function open(menu: HTMLElement, link: HTMLAnchorElement): void {
  if (menu.matches(':popover-open')) menu.hidePopover()
  if (opener) opener.ariaExpanded = 'false'
  opener = link
  const id = link.pathname.split('/').at(-1) ?? ''
  for (const action of menu.querySelectorAll('a')) {
    action.href = (action.dataset.to ?? '').replace(':id', id)
    const isOffered = !('cancel' in action.dataset) || 'cancel' in link.dataset
    if (action.parentElement) action.parentElement.hidden = !isOffered
  }
  menu.showPopover()
  link.ariaExpanded = 'true'
  place(menu, link)
  menu.querySelector('a')?.focus()
}

/** Under its row where there is room, or else over it. */
function place(menu: HTMLElement, link: HTMLAnchorElement): void {
  const { right, top, bottom } = link.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const isOver = bottom + offsetHeight > document.documentElement.clientHeight && top > offsetHeight
  menu.style.left = `${Math.max(0, right - offsetWidth) + window.scrollX}px`
  menu.style.top = `${(isOver ? top - offsetHeight : bottom) + window.scrollY}px`
}
