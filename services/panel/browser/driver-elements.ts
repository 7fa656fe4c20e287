// What a driver’s page is filled with: its texts, and elements that hold nothing but text.

export function element(tag: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

export function button(text: string | undefined, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text ?? ''
  made.addEventListener('click', press)
  return made
}

/** The texts of a page. */
export interface Texts {
  readonly t: Readonly<Record<string, string>>
  readonly problems: Readonly<Record<string, string>>
  readonly statuses: Readonly<Record<string, string>>
  readonly language: string
}
