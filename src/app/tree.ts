import { createSafeContext } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import type { User } from '#domain/user.ts'
import type { LayoutName } from './route.ts'

export type Session = {
  user: Pick<User, 'id' | 'username' | 'acl_routes_available'> | undefined
  /** The user whose session ended in this page. */
  lastUserId?: string | undefined
}

export type ShellProps = {
  layout: LayoutName
  /** undefined if no route matches. */
  pattern?: string | undefined
  banner: ReactNode
  children: ReactNode
}

/** What the visitor's and the member's tree each give to every page. */
export type Tree = {
  session: Session
  Shell: ComponentType<ShellProps>
  /** Resolves once the page can be drawn complete. */
  readAhead?: ((pathname: string) => Promise<void>) | undefined
}

export const [TreeProvider, useTree] = createSafeContext<Tree>('No TreeProvider above this component')
