import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Choice } from './choice-list.tsx'

export const optionId = (listId: string, value: string): string => `${listId}-${value}`

export type ChoiceKeys = {
  suggestions: { listId: string; activeId: string | undefined }
  onKeyDown: (event: KeyboardEvent) => void
  listbox: { id: string; activeValue: string | undefined }
}

/**
 * Arrows move while the focus stays in the field; Escape leaves the list first. @param choices a new array resets it
 */
export const useChoiceKeys = (
  choices: readonly Pick<Choice, 'value' | 'disabled'>[],
  onChoose: (value: string) => void,
): ChoiceKeys => {
  const listId = useId()
  const values = choices.filter(({ disabled }) => !disabled).map(({ value }) => value)
  const [active, setActive] = useState<string>()
  const activeValue = active !== undefined && values.includes(active) ? active : undefined
  const activeId = activeValue === undefined ? undefined : optionId(listId, activeValue)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const at = activeValue === undefined ? -1 : values.indexOf(activeValue)
    if (event.key === 'ArrowDown' && values.length > 0) setActive(values[(at + 1) % values.length])
    else if (event.key === 'ArrowUp' && values.length > 0) setActive(values.at(at <= 0 ? -1 : at - 1))
    else if (event.key === 'Escape' && activeValue !== undefined) {
      event.stopPropagation()
      setActive(undefined)
    } else if (event.key === 'Enter' && activeValue !== undefined) onChoose(activeValue)
    else return
    event.preventDefault()
  }
  return { suggestions: { listId, activeId }, onKeyDown, listbox: { id: listId, activeValue } }
}
