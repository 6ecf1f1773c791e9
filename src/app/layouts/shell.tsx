import { type ReactNode, useLayoutEffect } from 'react'
import type { LayoutName } from '#src/app/route.ts'
import styles from './shell.module.css'

type ShellParts = {
  layout: LayoutName
  top: ReactNode
  navigation?: ReactNode
  /** The desk's drawer. */
  side?: 'wide' | 'narrow' | undefined
  banners: ReactNode
  install: ReactNode
  children: ReactNode
  foot?: ReactNode
}

export function Shell({ layout, top, navigation, side, banners, install, children, foot }: ShellParts) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (side) dataset.side = side
    return () => {
      delete dataset.side
    }
  }, [side])
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to main content
      </button>
      <header className={styles.top}>{top}</header>
      {navigation}
      <main id="main" className={styles.main} tabIndex={-1}>
        {banners}
        {navigation ? install : null}
        <div className={styles.page} data-layout={layout}>
          {children}
        </div>
        {/* It comes when the browser offers it, and must not push away what a visitor has begun to read. */}
        {navigation ? null : <div className={styles.install}>{install}</div>}
      </main>
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
