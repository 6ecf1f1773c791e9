import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useEffect, useRef, useState } from 'react'
import { useBackCloses } from './back-stack.ts'
import styles from './menu.module.css'
import type { MenuProps } from './menu.tsx'

export function OpenMenu({ label, items, icon }: MenuProps) {
  const target = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  // Opens once it has the focus, which Mantine would otherwise return to the replaced button.
  useEffect(() => {
    target.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      offset={4}
      // Above a sheet, where records have one too, and below messages.
      zIndex={50}
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
