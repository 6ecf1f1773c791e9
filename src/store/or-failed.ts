export const FAILED = Symbol('failed')

/** A live query that throws ends; one that returns this goes on. */
export const orFailed = <Value>(reading: Promise<Value>): Promise<Value | typeof FAILED> =>
  reading.catch((): typeof FAILED => FAILED)
