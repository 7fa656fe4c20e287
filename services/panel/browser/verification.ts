// Goes on with a verification that takes longer than one request, until its page says that it is done.

const form = document.querySelector<HTMLFormElement>('form[data-goes-on]')
// A page that the browser brings back from its history waits for its button.
const [entry] = performance.getEntriesByType('navigation')
const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
if (form && !isBack) form.requestSubmit()
