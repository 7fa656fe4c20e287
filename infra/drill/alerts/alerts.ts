import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { untilReady } from '../../harness/child.js'
import {
  bringPrometheus,
  type Prometheus,
  prometheusServer,
  withoutPrometheus,
} from '../../harness/prometheus.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import type { Scene, Stage } from './stage.js'
import { crowdedDatabase } from './stages/crowded-database.js'
import { separateProcesses } from './stages/separate-processes.js'
import { slowParts } from './stages/slow-parts.js'
import { whatRunsOut } from './stages/what-runs-out.js'
import { type Outcome, runTrial, type Trial } from './trial.js'
import { isInTime, outcomesTable } from './verdict.js'
import { type Watch, watchAlerts } from './watch.js'

/** As in `infra/observability/prometheus.yml`. */
const SCRAPED_EVERY = '15s'
const LOOK_EVERY_MS = 500

// Those that take longest begin first.
const stages: readonly Stage[] = [whatRunsOut, separateProcesses, slowParts, crowdedDatabase]

/** What became of an installation and its faults. */
interface Report {
  readonly outcomes: readonly Outcome[]
  /** sentences about what went wrong */
  readonly wrong: readonly string[]
  /** sentences about alerts that could not be tried */
  readonly untried: readonly string[]
}

/**
 * Makes every fault that has an alert, in installations with a Prometheus beside each and a little load all the time: the alert must
 * fire within two minutes of its own delay, and clear by itself when the fault is gone.
 */
export async function alerts({ only }: { readonly only?: string }): Promise<boolean> {
  bringPrometheus()
  const missing = withoutPrometheus() ?? withoutNats()
  const wanted = stages.filter(({ alerts }) => only === undefined || alerts.includes(only))
  if (missing !== undefined || wanted.length === 0) {
    const known = [...new Set(stages.flatMap(({ alerts }) => alerts))].sort()
    console.error(`This drill cannot run: ${missing ?? `no fault raises ${only}, but ${known.join(', ')}`}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  try {
    const playing: Promise<Report>[] = []
    // They start one after the other, as each start takes a processor, and then run side by side.
    for (const stage of wanted) {
      const directoryOfStage = join(directory, stage.name.replaceAll(' ', '-'))
      const played = playedAfterStart(stage, directoryOfStage, only)
      playing.push(played.report)
      await played.started
    }
    return said(await Promise.all(playing))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** What goes wrong is in the report, so that the other installations are played to their end. */
function playedAfterStart(
  stage: Stage,
  directory: string,
  only: string | undefined,
): { readonly started: Promise<void>; readonly report: Promise<Report> } {
  const opened = openStage(stage, directory)
  const broken = (error: unknown): Report => ({
    outcomes: [],
    wrong: [`${stage.name}: ${error instanceof Error ? error.stack : error}`],
    untried: [],
  })
  return {
    started: opened.then(
      () => undefined,
      () => undefined,
    ),
    report: opened.then((open) => play(open, only)).catch(broken),
  }
}

interface Open {
  readonly scene: Scene
  readonly watch: Watch
  close(): Promise<void>
}

async function openStage(stage: Stage, directory: string): Promise<Open> {
  await mkdir(directory, { mode: 0o711 })
  const prometheus = await prometheusServer(join(directory, 'prometheus'), SCRAPED_EVERY)
  const scene = await stage.open(directory, prometheus)
  const stop = async (): Promise<void> => {
    await prometheus.child.stop()
    await scene.close()
  }
  try {
    await prometheus.scrape(scene.targets)
    prometheus.child.start()
    await untilReady([prometheus.child])
    await untilScraped(prometheus, scene)
    const watch = await watchAlerts(prometheus, stage.name)
    watch.say('runs')
    const close = (): Promise<void> => watch.stop().then(stop)
    return { scene, watch, close }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What Prometheus has never seen it cannot miss. */
async function untilScraped({ series }: Prometheus, { targets }: Scene): Promise<void> {
  while ((await series('up == 1')) < targets.length) await delay(LOOK_EVERY_MS)
}

async function play({ scene, watch, close }: Open, only: string | undefined): Promise<Report> {
  const { lanes, quiet = {}, untried = {} } = scene
  try {
    const played = await Promise.all(lanes.map((lane) => playLane(lane.filter(isWanted(only)), watch)))
    const noise = Object.entries(quiet).filter(([alert]) => watch.haveFired.has(alert))
    return {
      outcomes: played.flatMap(({ outcomes }) => outcomes),
      wrong: [
        ...played.flatMap(({ wrong }) => wrong),
        ...noise.map(([alert, why]) => `${alert} fired, and should not have: ${why}`),
      ],
      untried: Object.entries(untried).map(([alert, why]) => `${alert} was not tried: ${why}`),
    }
  } finally {
    await close()
  }
}

const isWanted =
  (only: string | undefined) =>
  ({ expects }: Trial): boolean =>
    only === undefined || expects.some(({ alert }) => alert === only)

/** One fault after the other; what follows one that could not be made or removed is left out. */
async function playLane(lane: readonly Trial[], watch: Watch): Promise<Pick<Report, 'outcomes' | 'wrong'>> {
  const outcomes: Outcome[] = []
  for (const trial of lane) {
    try {
      outcomes.push(...(await runTrial(trial, watch)))
    } catch (error) {
      const why = error instanceof Error ? error.stack : error
      return { outcomes, wrong: [`${trial.fault}: ${why}`] }
    }
  }
  return { outcomes, wrong: [] }
}

function said(reports: readonly Report[]): boolean {
  const outcomes = reports.flatMap((report) => report.outcomes)
  const wrong = reports.flatMap((report) => report.wrong)
  console.log(`\n${outcomesTable(outcomes)}\n`)
  for (const sentence of [...wrong, ...reports.flatMap(({ untried }) => untried)]) console.log(sentence)
  return wrong.length === 0 && outcomes.every(isInTime)
}
