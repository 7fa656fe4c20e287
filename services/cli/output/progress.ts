import { Presets, SingleBar } from 'cli-progress'

/** How far a long command has come. */
export interface Progress {
  update(state: { readonly done: number; readonly total: number; readonly label?: string }): void
  stop(): void
}

/**
 * Draws a bar with the rate and the time left on a terminal's stderr; draws nothing when nobody watches.
 *
 * @param label what is going on
 * @param unit what is counted, such as `events`
 */
export function progressBar(label: string, unit: string): Progress {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined }
  const format = `{label} {bar} {percentage}% · {value}/{total} ${unit} · {rate} ${unit}/s · {left} left`
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic)
  const started = performance.now()
  return {
    update({ done, total, label: now = label }) {
      const rate = done / Math.max((performance.now() - started) / 1_000, 0.001)
      const shown = { label: now, rate: Math.round(rate), left: timeLeft(total - done, rate) }
      if (!bar.isActive) bar.start(total, done, shown)
      bar.setTotal(total)
      bar.update(done, shown)
    },
    stop: () => bar.stop(),
  }
}

function timeLeft(remaining: number, rate: number): string {
  if (rate === 0) return '…'
  const seconds = Math.ceil(remaining / rate)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
