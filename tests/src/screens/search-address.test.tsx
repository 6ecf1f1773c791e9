import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { lastSearchPath } from '#src/features/search/request/last-search.ts'
import { sessionOfSearch } from '#src/features/search/request/search-session.ts'
import { aProduct, SESSION_ID } from '#tests/support/signed-in.tsx'
import { aDevice, address, field, HEAD, names, show, shownIn, type } from './search-screen.tsx'

const stateOfEntry = () => JSON.parse(screen.getByTestId('address').dataset.state ?? 'null')
const markOfEntry = () => sessionOfSearch(stateOfEntry())

describe('the address of a search', () => {
  it('starts it with text and filters, and ignores invalid ones', async () => {
    const test = await aDevice()
    show(test, '?q=chicken&storage_type=frozen&suitable_for=nobody&page=minus')
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    expect(shownIn(await field())).toBe('chicken')
    expect(screen.getByRole('button', { name: 'Remove filter Frozen' })).toBeTruthy()
  })

  it('leads from a page past the end to the last one', async () => {
    const test = await aDevice()
    show(test, '?q=chicken&page=99')
    fireEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(address()).not.toContain('page')
  })

  it('follows typed text once the typing pauses', async () => {
    const test = await aDevice()
    show(test)
    await type('milk')
    await waitFor(() => expect(address()).toContain('?q=milk'))
  })

  it('does not overwrite what is typed while it catches up', async () => {
    const test = await aDevice()
    show(test)
    const box = await field()
    let writeAddress = () => {}
    const real = globalThis.setTimeout
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
      run: () => void,
      delayMs?: number,
    ) => {
      if (delayMs !== 300) return real(run, delayMs)
      writeAddress = run
      return 0
    }) as typeof setTimeout)
    await type('milk')
    act(() => {
      writeAddress()
      fireEvent.change(box, { target: { value: 'chicken' } })
    })
    timers.mockRestore()
    expect(address()).toContain('?q=milk')
    expect(shownIn(box)).toBe('chicken')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
  })

  it('uses the filters’ parameter names, and each can be removed', async () => {
    const test = await aDevice()
    show(test, '?q=chicken')
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    fireEvent.click(
      within(await screen.findByRole('group', { name: 'Storage' })).getByRole('button', { name: /^Frozen/ }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Show 1 product' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    await waitFor(() => expect(address()).toContain('?q=chicken&storage_type=frozen'))
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Frozen' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    await waitFor(() => expect(address()).toMatch(/\?q=chicken$/))
  })

  it('without a search starts with the filters of the last one', async () => {
    const test = await aDevice()
    await test.device.settings.change({ product_filters: { storage_type: 'frozen', invented: '1' } })
    show(test)
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    await waitFor(() => expect(address()).toMatch(/\?storage_type=frozen$/))
  })

  it('from another session starts a new search, which then belongs to this session', async () => {
    const test = await aDevice()
    await test.device.settings.change({ sortBy: 'name' })
    const { unmount } = show(test, '?q=chicken&storage_type=frozen', HEAD.id, { searchOf: 'the one before' })
    expect(shownIn(await field())).toBe('')
    await waitFor(() => expect(names()).toHaveLength(3))
    await waitFor(() => expect(address()).not.toMatch(/chicken|frozen/))
    expect(markOfEntry()).toBe(SESSION_ID)
    unmount()
    expect(lastSearchPath(HEAD.id, SESSION_ID)).not.toMatch(/chicken|frozen/)
  })

  it('records its session, whether followed, typed or filtered', async () => {
    const test = await aDevice()
    show(test, '?q=chicken', HEAD.id, { overlay: true })
    await waitFor(() => expect(names()).toHaveLength(2))
    await waitFor(() => expect(markOfEntry()).toBe(SESSION_ID))
    expect(shownIn(await field())).toBe('chicken')
    // The entry's other state is kept.
    expect(stateOfEntry()).toMatchObject({ overlay: true })
    await type('milk')
    await waitFor(() => expect(address()).toContain('?q=milk'))
    expect(markOfEntry()).toBe(SESSION_ID)
  })

  it('changes with the pages', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...aProduct({ product_no: `B${String(at).padStart(2, '0')}`, name: `Chicken ${at}`, salesRank: at }),
      pricePence: 100,
    }))
    const test = await aDevice({ list: many })
    show(test)
    expect(await screen.findByText('1 to 24 of 30 products')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('25 to 30 of 30 products')).toBeTruthy()
    await waitFor(() => expect(address()).toMatch(/\?page=2$/))
    await type('chicken 1')
    await waitFor(() => expect(address()).not.toContain('page'))
  })
})
