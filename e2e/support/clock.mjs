// The tests' clock, which runs on from a chosen instant. A process takes it with `node --import` (server-process.ts); a browser's
// pages and workers take it as a function (frozen-day.ts). Only Date differs: timers and animation frames stay real.

/** @param {number} aheadMs by which the chosen instant is ahead of the machine's clock; negative for the past */
export function shiftClock(aheadMs) {
  const Real = globalThis.Date.machines ?? globalThis.Date
  const now = () => Real.now() + aheadMs
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, key) => (key === 'now' ? now : key === 'machines' ? Real : Reflect.get(target, key)),
  })
  Real.prototype.constructor = globalThis.Date
}

if (globalThis.process?.env.TROLLY_CLOCK_AHEAD_MS) shiftClock(Number(process.env.TROLLY_CLOCK_AHEAD_MS))
