import { Presets, SingleBar } from 'cli-progress'

/** How far a long command has come. */
interface State {
  readonly done: number
  /** undefined when it is unknown */
  readonly total: number | undefined
  readonly label?: string
}

/**
 * Draws a bar with the rate and the time left on a terminal's stderr; draws nothing elsewhere.
 *
 * @param label what is going on
 * @param unit what is counted, such as `events`
 */
export function progressBar(label: string, unit: string) {
  let bar: SingleBar | undefined
  let phase = { label, started: performance.now(), from: 0 }
  return {
    update({ done, total, label: now = label }: State): void {
      if (!process.stderr.isTTY) return
      // Each phase has a pace of its own, and may begin where an earlier run has left off.
      if (now !== phase.label || !bar) phase = { label: now, started: performance.now(), from: done }
      const rate = (done - phase.from) / Math.max((performance.now() - phase.started) / 1_000, 0.001)
      const left = total === undefined ? '' : timeLeft(total - done, rate)
      const shown = { label: now, rate: Math.round(rate), left }
      bar ??= start(unit, total, shown)
      bar.setTotal(total ?? 0)
      bar.update(done, shown)
    },
    stop: (): void => bar?.stop(),
  }
}

function start(unit: string, total: number | undefined, shown: object): SingleBar {
  const pace = `{rate} ${unit}/s`
  const format =
    total === undefined
      ? `{label} · {value} ${unit} · ${pace}`
      : `{label} {bar} {percentage}% · {value}/{total} ${unit} · ${pace} · {left} left`
  const bar = new SingleBar({ format, hideCursor: true, stream: process.stderr }, Presets.shades_classic)
  bar.start(total ?? 0, 0, shown)
  return bar
}

function timeLeft(remaining: number, rate: number): string {
  if (rate === 0) return '…'
  const seconds = Math.ceil(remaining / rate)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
