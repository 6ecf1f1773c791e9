/** Brings the problem with this id into the middle of the page, and the focus to its first repair. */
export const leadTo = (id: string | undefined): void => {
  const problem = document.getElementById(id ?? '')
  problem?.scrollIntoView({ block: 'center' })
  problem?.closest('li')?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
}
