import { ADMIN_ROWS } from '#lib/auth/rules/access-matrix-admin.ts'
import type { Permission } from '#lib/core/rules/caller.ts'

/**
 * Who is let in at an address: a permission of staff, or one of these.
 *
 * `public`: everybody. `order`, `card`, `share`: the browsers that hold the order, for anybody else it does not exist.
 * `shared_card`: these, and the browser that was given this one card. `payer`: the
 * browser that paid for it. `customer`: whoever is signed in as one. `half_customer`: one who has to show the second factor.
 * `staff`: every role. `half`: a proved password that
 * awaits its second step. `enrolling`: staff, and whoever must set a second factor up. `signature`, `secret`: no person at
 * all. `library`: the sign-in library.
 */
export type Door =
  | Permission
  | 'public'
  | 'order'
  | 'card'
  | 'shared_card'
  | 'share'
  | 'payer'
  | 'customer'
  | 'half_customer'
  | 'staff'
  | 'half'
  | 'enrolling'
  | 'signature'
  | 'secret'
  | 'library'

/**
 * A row: the door, and for an act a body that its schema accepts. `$order`, `$line`, `$card` stand for a sold one,
 * `$someone` for an address that nobody has.
 */
export type AccessRow = {
  door: Door
  body?: Record<string, unknown>
  params?: Record<string, string>
  query?: Record<string, string>
}

const SECRET = 'x'.repeat(40)
const KEY = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} }
const SIGNED = { ...KEY, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } }
const MADE = { ...KEY, response: { clientDataJSON: 'AA', attestationObject: 'AA' } }

/**
 * Every route of the store, by method and path, and who is let in. A test compares it with the tree, another one tries it.
 *
 * A route whose acts ask for different permissions has a row for each, told apart by words in brackets behind the path.
 */
export const ACCESS_MATRIX: Record<string, AccessRow> = {
  'GET /l/[token]': { door: 'public', params: { token: SECRET } },
  'GET /brand/[file]': { door: 'public', params: { file: 'none.png' } },
  'GET /api/health/live': { door: 'public' },
  'GET /api/health/ready': { door: 'public' },
  'GET /api/metrics': { door: 'secret' },
  'GET /api/catalogue/search-index/[locale]': { door: 'public', params: { locale: 'en' } },
  'GET /api/catalogue/plans/[locale]/[slug]': { door: 'public', params: { locale: 'en', slug: 'none' } },
  'POST /api/csp-report': { door: 'public', body: {} },
  'POST /api/find': { door: 'public', body: { email: 'a@example.com', hint: 'LF-0000' } },
  'POST /api/sim-cards/check': { door: 'public', body: { number: 'none', locale: 'en' } },
  'POST /api/sim-cards/[id]/quotes': { door: 'public', body: { planId: 'pln_none', locale: 'en' } },
  'POST /api/quotes': { door: 'public', body: { planId: 'pln_none', count: 1, locale: 'en' } },
  'POST /api/carts': { door: 'public', body: { lines: [{ planId: 'pln_none', count: 1 }], locale: 'en' } },
  'POST /api/vouchers': { door: 'public', body: { checkoutId: 'quo_none', codes: ['NONE'] } },
  'POST /api/orders': {
    door: 'public',
    body: {
      lines: [{ quoteId: 'quo_none' }],
      email: 'a@example.com',
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    },
  },
  'GET /api/orders/[id]': { door: 'order' },
  'POST /api/orders/[id]/settle': { door: 'order', body: {} },
  'POST /api/orders/[id]/refund-offer': { door: 'order', body: { lineId: '$line' } },
  'GET /api/orders/[id]/return-options': { door: 'order' },
  'POST /api/orders/[id]/returns': { door: 'order', body: { lineId: '$line' } },
  'PATCH /api/orders/[id]/reminders': { door: 'order', body: { muted: ['plan_low'] } },
  'POST /api/orders/[id]/invoices': { door: 'order', body: { company: 'A', taxNumber: '', postalAddress: 'B' } },
  'GET /api/reminders/[token]': { door: 'public', params: { token: SECRET } },
  'POST /api/reminders/[token]': { door: 'signature', params: { token: SECRET }, body: {} },
  'DELETE /api/reminders/[token]': { door: 'public', params: { token: SECRET }, body: {} },
  'PATCH /api/orders/[id]/email': { door: 'payer', body: { email: 'b@example.com' } },
  'POST /api/esims/[id]/reveal': { door: 'shared_card', body: { serviceStarts: true, withdrawalEnds: true } },
  'GET /api/esims/[id]/activation': { door: 'shared_card' },
  'GET /api/esims/[id]/qr': { door: 'shared_card' },
  'GET /api/esims/[id]/calendar': { door: 'shared_card' },
  'POST /api/esims/[id]/refresh': { door: 'shared_card', body: {} },
  'PATCH /api/esims/[id]': { door: 'card', body: { name: 'Ana' } },
  'POST /api/esims/[id]/copies': { door: 'card', body: {} },
  'POST /api/esims/[id]/shares': { door: 'card', body: { name: 'Ana' } },
  'PATCH /api/shares/[id]': { door: 'share', body: { name: 'Ben' } },
  'DELETE /api/shares/[id]': { door: 'share', body: {} },
  'POST /api/shares/open': { door: 'public', body: { token: SECRET, pin: '000000' } },
  'GET /api/esims/[id]/destinations': { door: 'card' },
  'GET /api/esims/[id]/top-up-plans': { door: 'card' },
  'GET /api/esims/[id]/networks': { door: 'shared_card' },
  'POST /api/esims/[id]/top-ups': { door: 'card', body: { planId: 'pln_test', locale: 'en' } },

  'POST /api/webhooks/stripe': { door: 'signature', body: {} },
  'POST /api/webhooks/test-payments': { door: 'signature', body: {} },
  'POST /api/internal/revalidate': { door: 'secret', body: {} },
  'GET /api/auth/[...nextauth]': { door: 'library' },
  'POST /api/auth/[...nextauth]': { door: 'library' },

  'POST /api/setup': { door: 'public', body: { token: SECRET, name: 'A', email: 'a@example.com', password: '1' } },
  'POST /api/staff/invite': { door: 'public', body: { token: SECRET, name: 'A', password: '1' } },
  'POST /api/sign-in': { door: 'public', body: { email: '$someone', password: '1' } },
  'POST /api/sign-in/reset': { door: 'public', body: { email: 'nobody@example.com' } },
  'POST /api/sign-in/reset/complete': { door: 'public', body: { token: SECRET, password: '1' } },
  'POST /api/sign-in/passkey/options': { door: 'public', body: {} },
  'POST /api/sign-in/passkey': { door: 'public', body: { response: SIGNED } },
  'POST /api/staff/second-step': { door: 'half', body: { code: '000000' } },
  'POST /api/staff/second-step/options': { door: 'half', body: {} },
  'POST /api/staff/second-step/passkey': { door: 'half', body: { response: SIGNED } },
  'POST /api/staff/totp/begin': { door: 'enrolling', body: {} },
  'POST /api/staff/totp': { door: 'enrolling', body: { ticket: 'AA', code: '000000' } },
  'DELETE /api/staff/totp': { door: 'staff', body: {} },
  'POST /api/staff/passkeys/options': { door: 'enrolling', body: {} },
  'POST /api/staff/passkeys': { door: 'enrolling', body: { response: MADE, name: 'Key' } },
  'DELETE /api/staff/passkeys/[id]': { door: 'staff', body: {} },
  'POST /api/staff/recovery-codes': { door: 'staff', body: {} },
  'PATCH /api/staff/profile': { door: 'staff', body: { name: 'A' } },
  'POST /api/staff/password': { door: 'staff', body: { current: 'x', password: '1' } },
  'POST /api/staff/prove': { door: 'staff', body: { password: 'x' } },
  'DELETE /api/staff/sessions': { door: 'staff', body: {} },
  'DELETE /api/staff/sessions/[id]': { door: 'staff', body: {} },

  'POST /api/account/link': { door: 'public', body: { email: 'nobody@example.com' } },
  'POST /api/account/sessions': { door: 'public', body: { token: SECRET } },
  'DELETE /api/account/sessions': { door: 'customer', body: {} },
  'DELETE /api/account/sessions/[id]': { door: 'customer', body: {} },
  'DELETE /api/account/session': { door: 'customer', body: {} },
  'POST /api/account/data': { door: 'customer', body: {} },
  'DELETE /api/account/data': { door: 'customer', body: { email: 'nobody@example.com' } },
  'POST /api/account/refresh': { door: 'customer', body: {} },
  'PATCH /api/account/profile': {
    door: 'customer',
    body: { name: 'A', locale: 'en', homeZone: null, company: '', taxNumber: '', postalAddress: '' },
  },
  'POST /api/account/second-step': { door: 'half_customer', body: { code: '000000' } },
  'DELETE /api/account/second-step': { door: 'half_customer', body: {} },
  'POST /api/account/second-step/options': { door: 'half_customer', body: {} },
  'POST /api/account/second-step/passkey': { door: 'half_customer', body: { response: SIGNED } },
  'POST /api/account/totp/begin': { door: 'customer', body: {} },
  'POST /api/account/totp': { door: 'customer', body: { ticket: 'AA', code: '000000' } },
  'DELETE /api/account/totp': { door: 'customer', body: {} },
  'POST /api/account/passkeys/options': { door: 'customer', body: {} },
  'POST /api/account/passkeys': { door: 'customer', body: { response: MADE, name: 'Key' } },
  'DELETE /api/account/passkeys/[id]': { door: 'customer', body: {} },
  'POST /api/account/recovery-codes': { door: 'customer', body: {} },
  'POST /api/account/password': { door: 'customer', body: { current: 'x', password: '1' } },
  'DELETE /api/account/password': { door: 'customer', body: { current: 'x' } },
  'POST /api/account/prove': { door: 'customer', body: { password: 'x' } },

  'POST /api/messages': {
    door: 'public',
    body: { email: 'a@example.com', topic: 'other', text: 'Hello there', locale: 'en', orderId: null, facts: {} },
  },
  'POST /api/till-notes': { door: 'public', body: { email: 'a@example.com', locale: 'en' } },
  'POST /api/withdrawals': { door: 'public', body: { email: 'a@example.com', number: 'LF-0000-0000' } },
  'POST /api/withdrawals/[id]/confirm': { door: 'public', body: {} },
  ...ADMIN_ROWS,
}

/** The route that a row is about, without the words that tell its acts apart. */
export function routeOfRow(at: string): string {
  return at.replace(/ \(.*\)$/, '')
}
