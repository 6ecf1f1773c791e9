import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ListState, type ListStateProps } from '#src/ui/list/list-state.tsx'
import { drawingsIn } from '#tests/support/drawings.ts'
import { renderPart } from './render.tsx'

const show = (props: Partial<ListStateProps>) =>
  renderPart(
    <ListState count={0} empty={{ words: 'No past orders yet.' }} {...props}>
      <p>the rows</p>
    </ListState>,
  )

it('never shows a failure as an empty list', async () => {
  const onRetry = vi.fn(async () => {})
  show({ failed: { words: 'Your orders could not be loaded.', onRetry } })
  expect(screen.getByRole('alert').textContent).toContain('Your orders could not be loaded.')
  expect(screen.queryByText('No past orders yet.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledTimes(1)
})

it('says that it is loading', () => {
  show({ loading: true })
  expect(screen.getByRole('status').textContent).toBe('Loading')
})

it('says what to do if it is empty', () => {
  const onAdd = vi.fn()
  const { container } = show({
    empty: {
      words: 'No past orders yet.',
      action: (
        <button type="button" onClick={onAdd}>
          Start an order
        </button>
      ),
    },
  })
  expect(screen.getByText('No past orders yet.')).toBeDefined()
  expect(drawingsIn(container)).toHaveLength(3)
  screen.getByRole('button', { name: 'Start an order' }).click()
  expect(onAdd).toHaveBeenCalledTimes(1)
})

it('shows old rows with their age, and the failure below them', () => {
  show({ count: 3, age: 'Saved on this device at 09:12', failed: { words: 'Not up to date.' } })
  expect(screen.getByText('the rows')).toBeDefined()
  expect(screen.getByText('Saved on this device at 09:12')).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('Not up to date.')
})
