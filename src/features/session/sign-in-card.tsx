import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import card from '#src/ui/layout/card.module.css'
import styles from './sign-in-card.module.css'

export function SignInCard({ children }: { children: ReactNode }) {
  return (
    <Box p={20} mx="var(--page-edge, var(--s4))" className={`${card.card} ${styles.card}`}>
      {children}
    </Box>
  )
}
