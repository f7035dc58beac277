import { expect, test } from 'vitest'
import { afterRefusal } from '#components/checkout/checkout-problems.ts'

test.each([
  ['price_changed', {}, 'renew'],
  ['voucher_refused', { reason: 'changed' }, 'code'],
  ['conflict', { reason: 'quote_ordered', former: 'unpaid' }, 'replace'],
  ['conflict', { reason: 'quote_ordered', former: 'standing' }, 'open_former'],
  ['conflict', { reason: 'quote_ordered' }, 'halt'],
  ['conflict', {}, 'halt'],
  ['sold_out', {}, 'halt'],
  ['offline', {}, 'halt'],
] as const)('after %s with %j comes: %s', (code, details, step) => {
  expect(afterRefusal({ code, details })).toEqual({ step })
})

test('what was typed wrongly is mended', () => {
  expect(afterRefusal({ code: 'bad_input', details: { fields: ['email'] } })).toMatchObject({
    step: 'mend',
    fields: { email: true },
  })
})
