import { expect, test } from 'vitest'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { LISTS, VIEW_AREAS } from '#lib/core/rules/lists.ts'
import { viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'

test.each(VIEW_AREAS)('the list %s is a page, and its whole address is never the bare one', (area) => {
  expect(Object.keys(PAGE_ACCESS)).toContain(LISTS[area].path)
  expect(viewAddress(area)).toMatch(/\?\w+=\w+$/)
})

test('a view keeps the filters in one order, and neither a place nor a searched text', () => {
  expect(viewQuery('?tab=open&state=HELD&from=&after=ord_1&before=ord_2&q=ana')).toBe('state=HELD&tab=open')
  expect(viewAddress('orders', 'state=HELD')).toBe('/admin/orders?state=HELD')
})
