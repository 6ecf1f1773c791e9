import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import styles from './search-field.module.css'

export type SearchFieldProps = {
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit?: ((text: string) => void) | undefined
  placeholder?: string | undefined
  /** Only for a page whose sole purpose is searching. */
  autoFocus?: boolean | undefined
  /** If the owner shows suggestions: the list's id and the id of the active option. */
  suggestions?: { listId: string; activeId: string | undefined; expanded?: boolean } | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined
  onBlur?: (() => void) | undefined
  ref?: Ref<HTMLInputElement>
}

/** `/` focuses the first search field of a page. Esc empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onChange, onSubmit, placeholder, autoFocus, suggestions, onKeyDown, onBlur, ref } =
    props
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])

  function clear() {
    onChange('')
    input.current?.focus()
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (event.defaultPrevented) return
    if (event.key === 'Enter') onSubmit?.(value)
    else if (event.key === 'Escape' && value !== '') {
      event.stopPropagation()
      onChange('')
    }
  }

  return (
    <TextInput
      ref={input}
      flex="1 1 auto"
      classNames={{ input: styles.input }}
      type="search"
      data-search
      aria-label={label}
      {...(suggestions && {
        role: 'combobox',
        'aria-expanded': suggestions.expanded ?? true,
        'aria-autocomplete': 'list' as const,
        'aria-controls': suggestions.expanded === false ? undefined : suggestions.listId,
        'aria-activedescendant': suggestions.activeId,
      })}
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={press}
      onBlur={onBlur}
      leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
      rightSection={value === '' ? null : <Clear onClear={clear} />}
    />
  )
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <ActionIcon aria-label="Clear search" onClick={onClear}>
      <IconX size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
