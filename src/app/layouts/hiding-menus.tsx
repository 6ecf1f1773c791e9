import { useHeadroom } from '@mantine/hooks'
import { useLayoutEffect } from 'react'

/**
 * For people who would rather see one more row than the bars (setting `alwaysShowNavigationMenus` off): both leave while the page
 * is scrolled down, and come back with the first movement up, at the top, and with the focus. See shell.module.css.
 */
export function HidingMenus() {
  const { pinned } = useHeadroom({ fixedAt: SHOWN_UNTIL_PX })
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (!pinned) dataset.menus = 'hidden'
    return () => {
      delete dataset.menus
    }
  }, [pinned])
  return null
}

/** A page hardly longer than the window keeps its bars. */
const SHOWN_UNTIL_PX = 120
