/** "840 kB", "12.4 MB", "2.1 GB": decimal units, as on phones. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  const [amount, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB']
  return `${amount < 100 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
