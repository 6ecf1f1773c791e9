import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { User } from '#domain/user.ts'
import type { LayoutName } from './route.ts'

/** lastUserId: the user whose session ended in this page. */
export type Session =
  | { user: undefined; lastUserId?: string | undefined }
  | { user: Pick<User, 'id' | 'username' | 'acl_routes_available'> }

export type ShellProps = {
  layout: LayoutName
  /** undefined if no route matches. */
  pattern?: string | undefined
  banner: ReactNode
  children: ReactNode
}

/** What the visitor's and the member's tree each give to every page. */
export type Tree = { session: Session; Shell: ComponentType<ShellProps> }

const TreeContext = createContext<Tree | undefined>(undefined)

export const TreeProvider = TreeContext.Provider

export const useTree = (): Tree => {
  const tree = useContext(TreeContext)
  if (!tree) throw new Error('No TreeProvider above this component')
  return tree
}
