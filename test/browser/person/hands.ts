import type { Locator, Page } from 'playwright-core'

/** How a person operates pages: with a mouse, or with a finger. */
export interface Hands {
  press(what: Locator): Promise<void>
  /** draws a line with a few strokes' worth of bends */
  draw(where: Locator): Promise<void>
}

/** The bends of a signature, as parts of its pad's width and height. */
const BENDS = [
  [0.15, 0.6],
  [0.3, 0.25],
  [0.4, 0.75],
  [0.55, 0.3],
  [0.7, 0.7],
  [0.85, 0.4],
] as const

const STROKE_S = 0.1
const REST_S = 0.5

export function mouse(page: Page): Hands {
  return {
    press: (what) => what.click(),
    async draw(where) {
      const [first, ...others] = await pointsOn(where)
      if (first === undefined) return
      await page.mouse.move(first.x, first.y)
      await page.mouse.down()
      for (const { x, y } of others) await page.mouse.move(x, y, { steps: 5 })
      await page.mouse.up()
    },
  }
}

export function finger(page: Page): Hands {
  return {
    press: (what) => what.tap(),
    async draw(where) {
      const points = await pointsOn(where)
      const client = await page.context().newCDPSession(page)
      // Hands take their time, and rest before they are lifted: to a browser anything quicker is a fling, and the next
      // touch does no more than stop it.
      let timestamp = Date.now() / 1_000 - points.length * STROKE_S - REST_S
      const send = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        touchPoints: typeof points,
      ): Promise<unknown> => client.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp })
      await send('touchStart', points.slice(0, 1))
      for (const point of points.slice(1)) {
        timestamp += STROKE_S
        await send('touchMove', [point])
      }
      timestamp += REST_S
      await send('touchMove', points.slice(-1))
      await send('touchEnd', [])
      await client.detach()
    },
  }
}

/** Only points that can be seen are touched. */
async function pointsOn(where: Locator): Promise<{ x: number; y: number }[]> {
  await where.scrollIntoViewIfNeeded()
  const box = await where.boundingBox()
  if (box === null) throw new Error('there is nothing to draw on')
  return BENDS.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height }))
}
