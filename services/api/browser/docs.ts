// The page of the API documentation: starts Swagger UI in our colours, with the test key that the person has just created in the panel.

import { completeWhatIsDrawn, headedOperations, linksBesideButtons } from './docs-accessibility.js'

/** Where the panel leaves a test key, for this tab alone. */
const KEY = 'ecmr-docs-key'

interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void
  readonly authActions: { logout(schemes: readonly string[]): void }
}

declare const SwaggerUIBundle: {
  (options: Readonly<Record<string, unknown>>): SwaggerUi
  readonly presets: { readonly apis: unknown }
}

const page = document.documentElement
if (page.dataset.theme === 'system') {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)')
  const follow = (): void => void page.classList.toggle('dark-mode', isDark.matches)
  isDark.addEventListener('change', follow)
  follow()
}

const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  layout: 'BaseLayout',
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [linksBesideButtons, headedOperations],
  deepLinking: true,
  docExpansion: 'list',
  persistAuthorization: false,
  validatorUrl: null,
  onComplete: useTestKey,
})
const drawn = document.querySelector('#swagger-ui')
if (drawn) completeWhatIsDrawn(drawn)

/** No key of real data is taken, however it got there. */
function useTestKey(): void {
  const key = keptKey()
  if (key === undefined) return
  ui.preauthorizeApiKey('apiKey', key)
  const said = document.querySelector<HTMLElement>('[data-with-key]')
  const without = document.querySelector<HTMLElement>('[data-without-key]')
  const remove = said?.querySelector('button')
  const name = said?.querySelector('code')
  if (!said || !without || !remove || !name) return
  name.textContent = `${key.slice(0, 18)}…`
  said.hidden = false
  without.hidden = true
  remove.addEventListener('click', () => {
    window.sessionStorage.removeItem(KEY)
    ui.authActions.logout(['apiKey'])
    said.hidden = true
    without.hidden = false
  })
}

function keptKey(): string | undefined {
  try {
    const key = window.sessionStorage.getItem(KEY)
    return key !== null && /^ecmr_test_[0-9a-z]{8}_[0-9A-Za-z]{49}$/.test(key) ? key : undefined
  } catch {
    // A browser that keeps nothing.
    return undefined
  }
}
