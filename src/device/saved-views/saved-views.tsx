import { IconBookmark, IconBookmarkPlus, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { v7 as uuidv7 } from 'uuid'
import type { SavedView } from '#contract/saved-views.ts'
import { Chip } from '#src/ui/action/chip.tsx'
import type { ListViews } from '#src/ui/kit/list/found-rows.ts'
import { Menu, type MenuItem } from '#src/ui/surface/menu.tsx'
import { NameView } from './name-view.tsx'
import styles from './saved-views.module.css'
import { useSavedViews } from './use-saved-views.ts'

/** The views of a list that the person saved, each chosen by one press; which is on; and what can be done with it. */
export const SavedViews: ListViews = ({ address, noun }) => {
  const screen = useScreen()
  const { views, isUnknown, refetch, save, remove } = useSavedViews()
  const [naming, setNaming] = useState<SavedView>()
  const here = views.filter((view) => view.screen === screen)
  const on = here.find(({ query }) => query === address.query)
  const items: MenuItem[] = isUnknown
    ? [
        {
          label: 'Your views could not be loaded: try again',
          icon: <IconRefresh size={18} aria-hidden="true" />,
          onSelect: () => void refetch(),
        },
      ]
    : on === undefined
      ? [
          {
            label: 'Save this view',
            icon: <IconBookmarkPlus size={18} aria-hidden="true" />,
            onSelect: () => setNaming({ id: uuidv7(), screen, name: '', query: address.query }),
          },
        ]
      : [
          {
            label: `Rename “${on.name}”`,
            icon: <IconPencil size={18} aria-hidden="true" />,
            onSelect: () => setNaming(on),
          },
          {
            label: `Remove “${on.name}”`,
            icon: <IconTrash size={18} aria-hidden="true" />,
            tone: 'red',
            onSelect: () => void remove(on),
          },
        ]
  return (
    <fieldset className={styles.views} aria-label={`Saved views of ${noun[1]}`} data-screen-only>
      {here.length > 0 ? (
        <div className={styles.chips}>
          {here.map((view) => (
            <Chip
              key={view.id}
              active={view === on}
              pressed={view === on}
              onClick={() => address.show(view === on ? '' : view.query)}
            >
              {view.name}
            </Chip>
          ))}
        </div>
      ) : null}
      <Menu label="Saved views" items={items} icon={<IconBookmark size={20} aria-hidden="true" />} />
      {naming ? (
        <NameView
          view={naming}
          others={here.filter(({ id }) => id !== naming.id)}
          onClose={() => setNaming(undefined)}
          onSave={(name) => void save({ ...naming, name })}
        />
      ) : null}
    </fieldset>
  )
}

/** A page of several lists has views of each. */
const useScreen = (): string => {
  const { pathname, search } = useLocation()
  const list = new URLSearchParams(search).get('list')
  return list === null ? pathname : `${pathname}?list=${list}`
}
