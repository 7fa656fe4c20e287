// Keeps the screen on while a code is shown, where browsers can; the page works without it.

async function keepAwake(): Promise<void> {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  // A battery that is nearly empty may refuse.
  await navigator.wakeLock.request('screen').catch(() => undefined)
}

void keepAwake()
// The browser lets go of it whenever the page is out of sight.
document.addEventListener('visibilitychange', () => void keepAwake())
