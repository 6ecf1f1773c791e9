const NAMED_MOST = 2

/** "Sam Porter and the office are here too"; empty if nobody is. */
export const viewersText = ({ names, office }: { names: readonly string[]; office: boolean }): string => {
  const others = [...names, ...(office ? [names.length === 0 ? 'The office' : 'the office'] : [])]
  const shown = others.length > NAMED_MOST + 1 ? others.slice(0, NAMED_MOST) : others
  const more = others.length - shown.length
  const parts = more > 0 ? [...shown, `${more} others`] : shown
  const last = parts.at(-1)
  if (last === undefined) return ''
  const list = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${list} ${others.length === 1 ? 'is' : 'are'} here too`
}
