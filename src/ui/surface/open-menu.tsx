import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useEffect, useRef, useState } from 'react'
import styles from './menu.module.css'
import type { OpenMenuProps } from './menu.tsx'

export function OpenMenu({ label, items, icon, open, onChange }: OpenMenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [isInPlace, setInPlace] = useState(false)
  // Mantine would return the focus to the replaced button.
  useEffect(() => {
    target.current?.focus()
    setInPlace(true)
  }, [])
  return (
    <Menu
      opened={open && isInPlace}
      onChange={onChange}
      position="bottom-end"
      offset={4}
      zIndex={30}
      width="max-content"
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: styles.menu, item: styles.item, itemSection: styles.icon }}
    >
      <Menu.Target>
        <ActionIcon ref={target} aria-label={label} title={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {items.map((item) => (
          <Menu.Item
            key={item.label}
            leftSection={item.icon}
            mod={{ tone: item.tone }}
            onClick={item.onSelect}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
