import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import { TEXT_LENGTH_MAX } from '#src/features/search/request/search-request.ts'
import { Button } from '#src/ui/action/button.tsx'
import styles from './public-catalogue.module.css'
import { CATALOGUE_PATH, cataloguePath } from './public-queries.ts'

/** Over the whole catalogue. Without script the browser sends the form itself. */
export function PublicSearch({ text }: { text: string }) {
  const navigate = useNavigate()
  return (
    <search>
      <form
        className={styles.search}
        method="get"
        action={CATALOGUE_PATH}
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('q')
          navigate(cataloguePath({ text: String(typed ?? '').trim() }))
        }}
      >
        <TextInput
          // Another search's text replaces what was typed.
          key={text}
          flex="1 1 auto"
          type="search"
          name="q"
          data-search
          aria-label="Search products"
          placeholder="Name or code"
          defaultValue={text}
          maxLength={TEXT_LENGTH_MAX}
          autoComplete="off"
          enterKeyHint="search"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
