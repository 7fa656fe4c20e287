import { Presets, SingleBar } from 'cli-progress'

/** How far a long command has come. */
export interface Progress {
  update(state: { readonly done: number; readonly total?: number; readonly label?: string }): void
  stop(): void
}

/**
 * Draws a bar with the rate and the time left on a terminal's stderr; draws nothing when nobody watches.
 *
 * @param label what is going on
 * @param unit what is counted, such as `events`
 */
export function progressBar(label: string, unit: string, total: number): Progress {
  if (!process.stderr.isTTY) return { update: () => undefined, stop: () => undefined }
  const bar = new SingleBar(
    {
      format: `{label} {bar} {percentage}% · {value}/{total} ${unit} · {rate} ${unit}/s · {eta_formatted} left`,
      etaBuffer: 200,
      hideCursor: true,
      stream: process.stderr,
    },
    Presets.shades_classic,
  )
  const started = performance.now()
  bar.start(total, 0, { label, rate: 0 })
  return {
    update(state) {
      if (state.total !== undefined) bar.setTotal(state.total)
      const seconds = (performance.now() - started) / 1_000
      const rate = Math.round(state.done / Math.max(seconds, 0.001))
      bar.update(state.done, { rate, label: state.label ?? label })
    },
    stop: () => bar.stop(),
  }
}
