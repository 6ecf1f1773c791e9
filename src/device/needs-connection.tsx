import { Banner } from '#src/ui/status/banner.tsx'
import { useReached } from './use-reached.ts'

const ID = 'needs-connection'

/** For a page whose changes cannot wait on the device: says so while the server is out of reach. */
export function NeedsConnection({ words }: { words: string }) {
  return useReached() ? null : (
    <div id={ID}>
      <Banner tone="blue">{words}</Banner>
    </div>
  )
}

/** For a button of such a page. */
export const useNeedsConnection = () => {
  const reached = useReached()
  return { disabled: !reached, 'aria-describedby': reached ? undefined : ID }
}
