import { expect, it } from 'vitest'
import { telHref } from '#domain/contact.ts'

it.each([
  ['01422 555 010', 'tel:01422555010'],
  ['01422\u00a0555-010', 'tel:01422555010'],
  ['+44 (0)1422 555010', 'tel:+441422555010'],
])('calls %s', (phone, href) => {
  expect(telHref(phone)).toBe(href)
})
