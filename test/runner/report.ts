import type { Report } from './worker-pool.js'

/** Prints TAP of one line for each file, what failed within it, and the counts of assertions in the end. */
export function summary(files: number): {
  began(name: string): void
  report(outcome: Report): void
  /** Prints which files had not ended when the run was stopped. */
  stopped(): void
  end(): boolean
} {
  const began = performance.now()
  const total = { total: 0, pass: 0, fail: 0, skip: 0, todo: 0 }
  const underWay = new Set<string>()
  let reported = 0
  let isOk = true
  print('TAP version 14')
  return {
    began: (name) => underWay.add(name),
    stopped: () =>
      print(`# stopped after ${reported} of ${files} files, in the middle of ${[...underWay].join(', ')}`),
    report({ name, ok, counts, ms, cpuMs, output }) {
      reported += 1
      underWay.delete(name)
      isOk &&= ok
      for (const kind of KINDS) total[kind] += counts[kind]
      const took = `${(ms / 1_000).toFixed(1)} s, ${(cpuMs / 1_000).toFixed(1)} s of CPU`
      const skipped = counts.skip + counts.todo > 0 ? `, ${counts.skip + counts.todo} skipped` : ''
      if (output !== undefined) print(failuresOf(output))
      print(`${ok ? 'ok' : 'not ok'} ${reported} - ${name} # ${counts.total} assertions${skipped}, ${took}`)
    },
    end() {
      const counted = KINDS.filter((kind) => total[kind] > 0 || kind === 'total' || kind === 'pass')
      print(`1..${Math.max(files, reported)}`)
      print(`# { ${counted.map((kind) => `${kind}: ${total[kind]}`).join(', ')} }`)
      print(`# time=${Math.round(performance.now() - began)}ms`)
      return isOk && reported >= files
    },
  }
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`)

const KINDS = ['total', 'pass', 'fail', 'skip', 'todo'] as const

/** Without the lines of what passed. */
function failuresOf(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\s+ok \d+/.test(line) && line.trim() !== '')
    .join('\n')
}
