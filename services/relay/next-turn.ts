/**
 * Lets those who ask at the same time go on at the same time, once everything that is ready has been done: what they
 * send then leaves in one piece, which costs a fraction of sending each by itself.
 */
export function nextTurn(): () => Promise<void> {
  let turn: Promise<void> | undefined
  return () => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined
        resolve()
      })
    })
    return turn
  }
}
