import { countText } from '#domain/operations/words.ts'
import { useUnsent } from './use-unsent.ts'

export function UnsentNote() {
  const { value: unsent } = useUnsent()
  if (!unsent) return null
  const { total, sendable } = unsent
  if (total === 0) return <p>Nothing is lost: all your changes have been sent.</p>
  return (
    <p>
      {`Nothing is lost: ${countText(total, 'change')} not sent yet ${total === 1 ? 'is' : 'are'} saved on this device.`}
      {sendable > 0 ? ' We’ll send what we can automatically when Trolly is open again.' : ''}
    </p>
  )
}
