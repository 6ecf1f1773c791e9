import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { focusRow } from '#src/ui/list/row-focus.ts'
import { TEXT_LENGTH_MAX } from './request/search-request.ts'

export type SearchBoxProps = {
  text: string
  onType: (text: string) => void
  onEnter: (text: string) => void
  field: RefObject<HTMLInputElement | null>
  rows: RefObject<HTMLElement | null>
  autoFocus: boolean
}

export function SearchBox({ text, onType, onEnter, field, rows, autoFocus }: SearchBoxProps) {
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLInputElement>) => {
      if (event.key !== 'ArrowDown') return
      const first = rows.current?.querySelector('[data-row="0"]')
      if (!first) return
      event.preventDefault()
      focusRow(first)
    },
    [rows],
  )
  return (
    <SearchField
      label="Search products"
      placeholder="Name or code"
      value={text}
      onChange={(next) => onType(next.slice(0, TEXT_LENGTH_MAX))}
      onSubmit={onEnter}
      onKeyDown={onKeyDown}
      autoFocus={autoFocus}
      ref={field}
    />
  )
}
