import { afterEach, describe, expect, test, vi } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { moveVouchers, settleCodes } from '#lib/pricing/client/vouchers.ts'
import type { VoucherItem, VoucherProblem, VoucherView } from '#lib/pricing/rules/voucher.ts'

function item(code: string, problem: VoucherProblem | null = null): VoucherItem {
  return { code, problem, discount: null, isCapped: false, needed: null, left: null }
}

function viewOf(...codes: VoucherItem[]): VoucherView {
  const zero = money(0, 'USD')

  return { codes, discount: zero, total: zero, tax: zero, mark: 'mark' }
}

test('a code that was just typed and does not count goes, and is said', () => {
  const lost = item('WRONG', 'unknown')
  const settled = settleCodes(viewOf(item('GOOD'), lost), { codes: ['GOOD', 'WRONG'], typed: 'WRONG' })

  expect(settled.codes).toEqual(['GOOD'])
  expect(settled.view.codes).toEqual([item('GOOD')])
  expect(settled.refusal(item('FORMER', 'expired'))).toBe(lost)
})

test('a code that counts ends what was said of the one before', () => {
  const settled = settleCodes(viewOf(item('GOOD')), { codes: ['GOOD'], typed: 'GOOD' })

  expect(settled.codes).toEqual(['GOOD'])
  expect(settled.refusal(item('FORMER', 'unknown'))).toBeNull()
})

test('what an order was refused for is said until a code is typed, whatever is asked meanwhile', () => {
  const settled = settleCodes(viewOf(item('GOOD', 'minimum')), { codes: ['GOOD'], typed: null })

  expect(settled.codes).toEqual(['GOOD'])
  expect(settled.view.codes).toHaveLength(1)
  expect(settled.refusal(item('GOOD', 'changed'))).toEqual(item('GOOD', 'changed'))
})

describe('codes of new offers in the place of others', () => {
  afterEach(() => vi.unstubAllGlobals())

  const shown = { ...viewOf(item('GOOD'), item('WRONG', 'minimum')), total: money(900, 'USD') }

  function answer(view: Partial<VoucherView>) {
    const fetch = vi.fn(async () => Response.json({ data: { ...shown, ...view } }))
    vi.stubGlobal('fetch', fetch)

    return fetch
  }

  test('go on where they leave the same sum to pay', async () => {
    answer({ codes: [item('GOOD')], mark: 'of the new ones' })

    expect(await moveVouchers(shown, 'quo_2')).toEqual({ voucher: { codes: ['GOOD'], mark: 'of the new ones' } })
  })

  test.each([
    ['another sum is left', { codes: [item('GOOD')], total: money(1000, 'USD') }],
    ['a code does not count any more', { codes: [item('GOOD', 'used_up')], mark: null }],
  ])('do not where %s', async (_, view) => {
    answer(view)

    expect(await moveVouchers(shown, 'quo_2')).toBeNull()
  })

  test('are not asked about where there are none', async () => {
    const fetch = answer({})

    expect([await moveVouchers(null, 'quo_2'), await moveVouchers({ ...shown, mark: null }, 'quo_2')]).toEqual([{}, {}])
    expect(fetch).not.toHaveBeenCalled()
  })
})
