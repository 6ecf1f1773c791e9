const UUID_V7 = /^([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** When a device made the key of a change, by the device's clock: a UUIDv7 begins with its milliseconds. undefined for other keys. */
export const keyMadeAt = (key: string): Date | undefined => {
  const [, high, low] = UUID_V7.exec(key) ?? []
  return high === undefined || low === undefined ? undefined : new Date(Number.parseInt(high + low, 16))
}
