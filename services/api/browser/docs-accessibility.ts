// What Swagger UI leaves inaccessible on the page of the API documentation, as far as it can be corrected from outside: decision 0090.

type Render = (props: never) => unknown

/** What the library gives to its plugins, as far as ours use it. */
interface SwaggerSystem {
  readonly React: {
    createElement(
      what: string | Render,
      props: Readonly<Record<string, unknown>> | null,
      ...inside: unknown[]
    ): unknown
  }
  readonly specSelectors: { specJson(): { getIn(path: readonly string[]): unknown } }
  readonly layoutActions: { show(what: readonly string[], isOpen: boolean): void }
}

interface SummaryProps {
  readonly operationProps: { set(name: string, value: boolean): unknown }
}

/** A link within a button cannot be reached by all (swagger-ui#9570): the path is plain text, and its link follows the button. */
export const linksBesideButtons = ({ React, specSelectors, layoutActions }: SwaggerSystem) => ({
  wrapComponents: {
    OperationSummaryPath: (Original: Render) => (props: SummaryProps) =>
      React.createElement(Original, {
        ...props,
        operationProps: props.operationProps.set('isDeepLinkingEnabled', false),
      }),
  },
  components: {
    // The library puts it beside each operation, and elsewhere; it draws nothing by itself.
    JumpToPath({ path }: { readonly path?: { toJS(): readonly string[] } }) {
      const [kind, address, method] = path?.toJS() ?? []
      if (kind !== 'paths' || address === undefined || method === undefined) return null
      const of = (...member: readonly string[]): string =>
        `${specSelectors.specJson().getIn([kind, address, method, ...member])}`
      const operation = [of('tags', '0'), of('operationId')]
      return React.createElement(
        'a',
        {
          className: 'operation-link',
          href: `#/${operation.map(encodeURIComponent).join('/')}`,
          'aria-label': `Link to ${method.toUpperCase()} ${address}`,
          onClick: () => layoutActions.show(['operations', ...operation], true),
        },
        '#',
      )
    },
  },
})

/** Groups of operations are headings of the third level, with none of the second before them. */
export const headedOperations = ({ React }: SwaggerSystem) => ({
  wrapComponents: {
    operations: (Original: Render) => (props: Readonly<Record<string, unknown>>) =>
      React.createElement(
        'div',
        null,
        React.createElement('h2', { className: 'unseen' }, 'Operations'),
        React.createElement(Original, props),
      ),
  },
})

const operationOf = (element: Element): string => {
  const block = element.closest('.opblock')
  const method = block?.querySelector('.opblock-summary-method')?.textContent ?? ''
  return `${method} ${block?.querySelector('[data-path]')?.getAttribute('data-path') ?? ''}`
}

/** Attributes of what the library draws without them; null takes one away. */
const MISSING: readonly (readonly [
  selector: string,
  attributes: (element: Element) => Readonly<Record<string, string | null>>,
])[] = [
  // It stands beside its label, and belongs to none.
  ['#servers', () => ({ 'aria-label': 'Server' })],
  [
    '[data-param-name] :is(select, input, textarea)',
    (field) => ({
      'aria-label': field.closest('[data-param-name]')?.getAttribute('data-param-name') ?? null,
    }),
  ],
  ['.body-param__text', () => ({ 'aria-label': 'Request body' })],
  ['.copy-to-clipboard button', () => ({ 'aria-label': 'Copy' })],
  ['.close-modal', () => ({ 'aria-label': 'Close' })],
  // It says "Authorize", which is not what it is named.
  ['[aria-label="Apply credentials"]', () => ({ 'aria-label': null })],
  ['[role="region"]', (region) => ({ 'aria-label': `Responses of ${operationOf(region)}` })],
  // Their content is wider than they are: keys have to get to it.
  ['pre.microlight', () => ({ tabindex: '0' })],
  ['.models > h4, .modal-ux-header h3', () => ({ role: 'heading', 'aria-level': '2' })],
  ['.modal-ux-content h4', () => ({ role: 'heading', 'aria-level': '3' })],
]

/** Sets what is missing, now and whenever the library draws something. */
export function completeWhatIsDrawn(root: Element): void {
  const complete = (): void => {
    for (const [selector, attributes] of MISSING)
      for (const element of root.querySelectorAll(selector))
        for (const [name, value] of Object.entries(attributes(element)))
          if (value === null) element.removeAttribute(name)
          else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
  }
  let isDue = false
  const drawn = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      complete()
    })
  })
  drawn.observe(root, { childList: true, subtree: true })
  complete()
}
