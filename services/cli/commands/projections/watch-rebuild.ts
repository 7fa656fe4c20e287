import type { RebuildPhase, RebuildProgress } from '@ecmr/projections'
import { progressBar } from '../../output/progress.js'

const phases: Readonly<Record<RebuildPhase, string>> = {
  load: 'reading the log',
  index: 'indexing',
  catch_up: 'catching up',
  compare: 'comparing',
  swap: 'swapping',
  done: 'done',
}

/** Shows a rebuild's progress on a terminal. */
export function watchRebuild(): { onProgress(progress: RebuildProgress): void; stop(): void } {
  const bar = progressBar(phases.load, 'events')
  return {
    onProgress: ({ phase, eventsDone, eventsTotal }) =>
      bar.update({ done: eventsDone, total: eventsTotal, label: phases[phase] }),
    stop: () => bar.stop(),
  }
}
