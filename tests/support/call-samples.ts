import type { Permission } from '#lib/core/rules/caller.ts'
import { STAFF_SAMPLES } from '#tests/support/call-samples-staff.ts'

/**
 * What a call is tried with where an empty body and the ids of a sold order are not enough: what its schema accepts. `$order`,
 * `$line`, `$card` stand for a sold one, `$someone` for an address that nobody has. A row with words in brackets is a request
 * that demands another permission.
 */
export type CallSample = {
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string>
  permission?: Permission
}

const SECRET = 'x'.repeat(40)
const KEY = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} }
const SIGNED = { ...KEY, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }
const MADE = { ...KEY, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }

export const CALL_SAMPLES: Record<string, CallSample> = {
  'GET /l/[token]': { params: { token: SECRET } },
  'GET /brand/[file]': { params: { file: 'none.png' } },
  'GET /api/catalogue/search-index/[locale]': { params: { locale: 'en' } },
  'GET /api/catalogue/plans/[locale]/[slug]': { params: { locale: 'en', slug: 'none' } },
  'POST /api/find': { body: { email: 'a@example.com', hint: 'LF-0000' } },
  'POST /api/sim-cards/check': { body: { number: 'none', locale: 'en' } },
  'POST /api/sim-cards/[id]/quotes': { body: { planId: 'pln_none', locale: 'en' } },
  'POST /api/quotes': { body: { planId: 'pln_none', count: 1, locale: 'en' } },
  'POST /api/carts': { body: { lines: [{ planId: 'pln_none', count: 1 }], locale: 'en' } },
  'POST /api/vouchers': { body: { checkoutId: 'quo_none', codes: ['NONE'] } },
  'POST /api/orders': {
    body: {
      lines: [{ quoteId: 'quo_none' }],
      email: 'a@example.com',
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    },
  },
  'POST /api/orders/[id]/refund-offer': { body: { lineId: '$line' } },
  'POST /api/orders/[id]/returns': { body: { lineId: '$line' } },
  'PATCH /api/orders/[id]/reminders': { body: { muted: ['plan_low'] } },
  'POST /api/orders/[id]/invoices': { body: { company: 'A', taxNumber: '', postalAddress: 'B' } },
  'GET /api/reminders/[token]': { params: { token: SECRET } },
  'POST /api/reminders/[token]': { params: { token: SECRET }, body: {} },
  'DELETE /api/reminders/[token]': { params: { token: SECRET }, body: {} },
  'PATCH /api/orders/[id]/email': { body: { email: 'b@example.com' } },
  'POST /api/esims/[id]/reveal': { body: { serviceStarts: true, withdrawalEnds: true } },
  'PATCH /api/esims/[id]': { body: { name: 'Ana' } },
  'POST /api/esims/[id]/shares': { body: { name: 'Ana' } },
  'PATCH /api/shares/[id]': { body: { name: 'Ben' } },
  'POST /api/shares/open': { body: { token: SECRET, pin: '000000' } },
  'POST /api/esims/[id]/top-ups': { body: { planId: 'pln_test', locale: 'en' } },
  'POST /api/setup': { body: { token: SECRET, name: 'A', email: 'a@example.com', password: '1' } },
  'POST /api/staff/invite': { body: { token: SECRET, name: 'A', password: '1' } },
  'POST /api/sign-in': { body: { email: '$someone', password: '1' } },
  'POST /api/sign-in/reset': { body: { email: 'nobody@example.com' } },
  'POST /api/sign-in/reset/complete': { body: { token: SECRET, password: '1' } },
  'POST /api/sign-in/passkey': { body: { response: SIGNED } },
  'POST /api/staff/second-step': { body: { code: '000000' } },
  'POST /api/staff/second-step/passkey': { body: { response: SIGNED } },
  'POST /api/staff/totp': { body: { ticket: 'AA', code: '000000' } },
  'POST /api/staff/passkeys': { body: { response: MADE, name: 'Key' } },
  'PATCH /api/staff/profile': { body: { name: 'A' } },
  'POST /api/staff/password': { body: { current: 'x', password: '1' } },
  'POST /api/staff/prove': { body: { password: 'x' } },
  'POST /api/account/link': { body: { email: 'nobody@example.com' } },
  'POST /api/account/sessions': { body: { token: SECRET } },
  'DELETE /api/account/data': { body: { email: 'nobody@example.com' } },
  'PATCH /api/account/profile': {
    body: { name: 'A', locale: 'en', homeZone: null, company: '', taxNumber: '', postalAddress: '' },
  },
  'POST /api/account/second-step': { body: { code: '000000' } },
  'POST /api/account/second-step/passkey': { body: { response: SIGNED } },
  'POST /api/account/totp': { body: { ticket: 'AA', code: '000000' } },
  'POST /api/account/passkeys': { body: { response: MADE, name: 'Key' } },
  'POST /api/account/password': { body: { current: 'x', password: '1' } },
  'DELETE /api/account/password': { body: { current: 'x' } },
  'POST /api/account/prove': { body: { password: 'x' } },
  'POST /api/messages': {
    body: { email: 'a@example.com', topic: 'other', text: 'Hello there', locale: 'en', orderId: null, facts: {} },
  },
  'POST /api/sales-notes': { body: { email: 'a@example.com', locale: 'en' } },
  'POST /api/withdrawals': { body: { email: 'a@example.com', number: 'LF-0000-0000' } },
  ...STAFF_SAMPLES,
}
