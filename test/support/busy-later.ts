/** Longer than the 250 ms that Node gives an address of a host unless told otherwise. */
const BUSY_MS = 400

/** Keeps this process busy once what it has begun by now is under way: what is answered meanwhile is seen late. */
export function busyLater(): void {
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS))
}
