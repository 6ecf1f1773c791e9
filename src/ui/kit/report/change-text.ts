/** `+12%`. From nothing there is no share: '' if it is still nothing, otherwise "New". */
export const changeText = (current: number, before: number): string => {
  if (before === 0) return current === 0 ? '' : 'New'
  const percent = Math.round((100 * (current - before)) / before)
  return `${percent > 0 ? '+' : ''}${percent}%`
}

/** The same beside a figure, which has no line below it if nothing changed from nothing. */
export const changeDetail = (current: number, before: number): { detail?: string } => {
  const detail = changeText(current, before)
  return detail === '' ? {} : { detail }
}
