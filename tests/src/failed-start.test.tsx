import { screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'

it('a failure at start shows the error page of the specification’s section 2', async () => {
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as never
  const root = document.createElement('div')
  root.id = 'root'
  const company = document.createElement('script')
  company.id = 'company'
  company.type = 'application/json'
  // A reply that was cut off: the start cannot read it.
  company.textContent = '{"general":'
  document.body.append(root, company)
  onTestFinished(() => {
    root.remove()
    company.remove()
    vi.restoreAllMocks()
  })
  await import('#src/main.tsx')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeDefined()
  expect(root.textContent).toContain('404')
  expect(root.textContent).toContain('The page you are looking for does not exist.')
  expect(screen.getByRole('button', { name: 'Return Home' })).toBeDefined()
})
