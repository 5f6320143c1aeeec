/** Keeps this process from doing anything, as a machine that is overloaded does. */
export function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
