import type { Permission } from '#lib/core/rules/caller.ts'

const PROMOTION = {
  ...{
    code: 'NOTHING10',
    title: 'Nothing',
    kind: 'percent',
    value: '10',
    minimum: '',
    totalLimit: '1',
    personLimit: '',
  },
  ...{ from: '2027-01-01T00:00', until: '', timeZone: 'UTC', skuIds: [], planKind: '' },
  ...{ stacks: false, maySellUnderFloor: false },
}
const OWN = { isHidden: false, isFeatured: false, rank: 1, texts: [], addresses: [] }
const WHY = { reason: 'asked by the buyer' }

const STAFF_ORDER = {
  planId: 'pln_none',
  count: 1,
  locale: 'en',
  buyers: 'Ana, ana@example.com',
  pay: 'link',
  consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
}

const STAFF_TOP_UP = {
  planId: 'pln_none',
  pay: 'link',
  consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
}
const NO_ESIM = { id: 'crd_none' }
const GUIDE = { slug: 'a', title: 'A', description: 'B', body: 'C' }
const NO_GUIDE = { id: 'gui_none', locale: 'en' }

/** The calls of the back office. */
const STAFF_SAMPLES: Record<string, CallSample> = {
  'POST /api/admin/staff/invites': { body: { email: 'c@example.com', role: 'support' } },
  'POST /api/admin/staff/rules': { body: { secondFactor: 'nobody', seen: 'nobody' } },
  'PATCH /api/admin/staff/[id]/role': { body: { role: 'support' } },
  'PATCH /api/admin/staff/[id]/state': { body: { state: 'disabled' } },
  'DELETE /api/admin/staff/[id]/factors': { body: { reason: 'lost telephone' } },
  'POST /api/admin/settings': {
    body: { changes: [{ key: 'shop.seller', value: null, seen: null }] },
  },
  'POST /api/admin/settings/pictures': {
    body: { kind: 'logo', png: null, hasName: false, seen: null },
  },
  // It is no language, and is refused for it.
  'POST /api/admin/settings/languages': { body: { locale: 'zz' } },
  'GET /api/admin/settings/languages/[locale]': { params: { locale: 'de' } },
  'POST /api/admin/settings/languages/[locale]': {
    params: { locale: 'de' },
    body: { file: '{}', seen: 0, isTrial: true },
  },
  'DELETE /api/admin/settings/languages/[locale]': { params: { locale: 'zz' }, body: { seen: 0 } },
  'POST /api/admin/settings/legal': {
    body: { page: 'imprint', locale: 'en', body: 'A text.', isSure: true, seen: 0 },
  },
  // The store has no such language.
  'POST /api/admin/guides': { body: { place: 'guide', locale: 'zz', ...GUIDE } },
  'POST /api/admin/guides/preview': { body: { id: null, place: 'guide', locale: 'en', ...GUIDE } },
  'POST /api/admin/guides/pictures': { body: { picture: '' } },
  'POST /api/admin/guides/redirects': { body: { from: '/admin', to: '/help' } },
  'DELETE /api/admin/guides/redirects': { body: { from: '/none' } },
  'POST /api/admin/guides/[id]/[locale]': { params: NO_GUIDE, body: { seen: 0, ...GUIDE } },
  'POST /api/admin/guides/[id]/[locale]/publish': { params: NO_GUIDE, body: { seen: 1, isSure: true, at: null } },
  'DELETE /api/admin/guides/[id]/[locale]/publish': { params: NO_GUIDE, body: { seen: 1, to: '/guides' } },
  'DELETE /api/admin/guides/[id]/[locale]/schedule': { params: NO_GUIDE, body: { seen: 1 } },
  'POST /api/admin/guides/[id]/[locale]/restore': { params: NO_GUIDE, body: { seen: 1, number: 1 } },
  'POST /api/admin/settings/capabilities': {
    body: { key: 'order.beginDate', value: 'on', seen: 'on', reason: 'as it is' },
  },
  'POST /api/admin/settings/test-mail': { body: { kind: 'order_ready', locale: 'en' } },
  'GET /api/admin/settings/mails/[kind]': { params: { kind: 'none' } },
  'POST /api/admin/jobs/retry': { body: { queue: 'mails', id: 'out_none' } },
  'POST /api/admin/finance/ledger': { body: { act: 'floor', amount: '', seen: null } },
  'POST /api/admin/finance/credits/[id]': { body: {}, params: { id: 'sup_none' } },
  'POST /api/admin/customers/[id]/block': { body: { isBlocked: true, ...WHY } },
  'POST /api/admin/customers/[id]/credits': {
    body: { amount: '1', until: '', ...WHY },
  },
  'POST /api/admin/credits/[creditId]': { body: { act: 'agree' } },
  'POST /api/admin/customers/[id]/addresses': {
    body: { email: 'nobody@example.com', ...WHY },
  },
  'DELETE /api/admin/customers/[id]/addresses': { body: { email: 'nobody@example.com', ...WHY } },
  'POST /api/admin/customers/[id]/requests': { body: { kind: 'export', ...WHY } },
  'DELETE /api/admin/customers/[id]/requests/[requestId]': { body: WHY },
  'DELETE /api/admin/customers/[id]/factors': { body: WHY },
  'POST /api/admin/customers/[id]/erase': { body: { typed: 'nobody@example.com' } },
  'POST /api/admin/finance/months/[id]/close': {
    body: {},
    params: { id: 'live-2020-01' },
  },
  'POST /api/admin/cancellations/facts': { body: { orderId: 'ord_none' } },
  'POST /api/admin/esims/check': { body: { numbers: '8948010000000000001' } },
  'POST /api/admin/esims/[id]/facts': { body: {}, params: { id: 'crd_none' } },
  'POST /api/admin/esims/[id]/record': { body: {}, params: { id: 'crd_none' } },
  'POST /api/admin/cancellations': {
    body: { orderId: '$order', esimIds: ['$esim'], reason: 'asked' },
  },
  'POST /api/admin/pricing/edits': {
    body: { scope: 'global', scopeKey: '', form: null, seen: null, draft: null },
  },
  'POST /api/admin/pricing/rate': { body: { rate: '1', asOf: '2027-01-01' } },
  'POST /api/admin/pricing/currencies': {
    body: { base: 0, entries: [], mark: 'none', jumps: [], undoes: null },
  },
  'POST /api/admin/pricing/currencies/preview': { body: { base: 0, entries: [], from: 0, seen: null } },
  'POST /api/admin/pricing/currencies/rates': { body: { entries: [], file: 'date,from,to,rate' } },
  'POST /api/admin/pricing/currencies/fetch': { body: {} },
  'POST /api/admin/pricing/drafts/[id]/apply': {
    body: { turn: 1, preview: 'x' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/schedule': {
    body: { turn: 1, preview: 'x', at: '2030-01-01T00:00:00Z' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/edits': {
    body: { scope: 'global', scopeKey: '', turn: 1, act: 'drop' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/discard': {
    body: { turn: 1 },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/changes/[id]/undo': { body: {}, params: { id: 'prv_none' } },
  'POST /api/admin/promotions': { body: { form: PROMOTION } },
  'POST /api/admin/promotions/[id]': {
    body: { turn: 1, form: PROMOTION },
    params: { id: 'prm_none' },
  },
  'POST /api/admin/promotions/[id]/end': { body: { turn: 1 }, params: { id: 'prm_none' } },
  'POST /api/admin/premark-rules': {
    body: { planIds: ['pln_none'], answer: 'NEVER', seen: 'UNKNOWN' },
  },
  'POST /api/admin/payments/[id]/received': { body: { amountMinor: 1, currency: 'USD' } },
  'POST /api/admin/catalogue/countries': { body: { name: 'Nowhere', iso2: 'FR' } },
  'POST /api/admin/catalogue/destinations/[id]': {
    body: { ...OWN, seen: OWN },
    params: { id: '9999' },
  },
  'POST /api/admin/catalogue/destinations/[id]/picture': {
    body: { picture: null, seen: null },
    params: { id: '9999' },
  },
  'POST /api/admin/catalogue/plans/[id]': {
    body: { isHidden: true },
    params: { id: 'pln_none' },
  },
  'GET /api/admin/export/[list]': { params: { list: 'orders' } },
  'GET /api/admin/export/[list] (cards)': { permission: 'lists.export', params: { list: 'cards' } },
  'GET /api/admin/export/[list] (customers)': { permission: 'lists.export', params: { list: 'customers' } },
  'GET /api/admin/export/[list] (cancellations)': { permission: 'lists.export', params: { list: 'cancellations' } },
  'GET /api/admin/export/[list] (jobs)': { permission: 'lists.export', params: { list: 'jobs' } },
  'GET /api/admin/export/[list] (messages)': { permission: 'lists.export', params: { list: 'messages' } },
  'GET /api/admin/export/[list] (findings)': { permission: 'lists.export', params: { list: 'findings' } },
  'GET /api/admin/export/[list] (finance)': { permission: 'costs.see', params: { list: 'finance' } },
  'GET /api/admin/export/[list] (supplier)': { permission: 'costs.see', params: { list: 'supplier' } },
  'GET /api/admin/export/[list] (refunds)': { permission: 'costs.see', params: { list: 'refunds' } },
  'GET /api/admin/export/[list] (losses)': { permission: 'costs.see', params: { list: 'losses' } },
  'GET /api/admin/export/[list] (comparisons)': { permission: 'lists.export', params: { list: 'comparisons' } },
  'GET /api/admin/export/[list] (destinations)': { permission: 'lists.export', params: { list: 'destinations' } },
  'GET /api/admin/export/[list] (promotions)': { permission: 'lists.export', params: { list: 'promotions' } },
  'GET /api/admin/export/[list] (partners)': { permission: 'lists.export', params: { list: 'partners' } },
  'GET /api/admin/export/[list] (syncs)': { permission: 'lists.export', params: { list: 'syncs' } },
  'GET /api/admin/export/[list] (staff)': { permission: 'staff.manage', params: { list: 'staff' } },
  'GET /api/admin/export/[list] (payments)': { permission: 'costs.see', params: { list: 'payments' } },
  'GET /api/admin/export/[list] (months)': { permission: 'costs.see', params: { list: 'months' } },
  'GET /api/admin/export/[list] (month)': {
    permission: 'costs.see',
    params: { list: 'month' },
    query: { id: 'trial-2026-01' },
  },
  'GET /api/admin/export/[list] (audit)': { permission: 'audit.export', params: { list: 'audit' } },
  'POST /api/admin/orders': { body: { ...STAFF_ORDER, seenMinor: 1 } },
  'POST /api/admin/orders (without charge)': {
    permission: 'orders.give',
    body: { ...STAFF_ORDER, pay: 'no_charge', seenMinor: 1, reason: 'goodwill' },
  },
  'POST /api/admin/esims/[id]/top-ups': {
    body: { ...STAFF_TOP_UP, seenMinor: 1 },
    params: NO_ESIM,
  },
  'POST /api/admin/esims/[id]/top-ups (without charge)': {
    permission: 'orders.give',
    body: { ...STAFF_TOP_UP, pay: 'no_charge', seenMinor: 1, reason: 'goodwill' },
    params: NO_ESIM,
  },
  'GET /api/admin/esims/[id]/top-ups': { params: NO_ESIM },
  'POST /api/admin/esims/[id]/top-ups/check': { body: STAFF_TOP_UP, params: NO_ESIM },
  'POST /api/admin/orders/check': { body: STAFF_ORDER },
  'POST /api/admin/orders/bulk': { body: { ids: ['ord_none'], act: { act: 'resend' } } },
  'POST /api/admin/orders/bulk (tag)': {
    permission: 'orders.note',
    body: { ids: ['ord_none'], act: { act: 'tag', tag: 'vip', isSet: true } },
  },
  'POST /api/admin/views': { body: { area: 'orders', name: 'Mine', query: '', isDefault: false } },
  'POST /api/admin/columns': { body: { list: 'orders', hidden: ['network'] } },
  'DELETE /api/admin/views/[id]': { body: {}, params: { id: 'viw_none' } },
  'POST /api/admin/orders/[id]/assignee': { body: { staffId: null } },
  'POST /api/admin/orders/[id]/notes': { body: { text: 'a note' } },
  'POST /api/admin/orders/[id]/tags': { body: { tag: 'vip', isSet: true } },
  'POST /api/admin/orders/[id]/email': { body: { email: 'b@example.com', ...WHY } },
  'POST /api/admin/orders/[id]/record': { body: { orderNum: 'none', typed: 'no', ...WHY } },
  'POST /api/admin/orders/[id]/esims/[esimId]/reveal': { body: WHY },
  'POST /api/admin/orders/[id]/items/[itemId]/decision': {
    body: { act: 'look_again', epoch: 0, ...WHY },
  },
  'POST /api/admin/orders/[id]/items/[itemId]/goodwill': { body: { amountMinor: 1, ...WHY } },
  'POST /api/admin/orders/[id]/items/[itemId]/take-back': { body: WHY },
  'POST /api/admin/orders/[id]/payouts/[payoutId]': { body: WHY },
  'POST /api/admin/orders/[id]/refunds/[refundId]': { body: { act: 'try_again', ...WHY } },
  'POST /api/admin/orders/[id]/returns/[cancellationId]': { body: { act: 'look_again', ...WHY } },
  'POST /api/admin/orders/[id]/returns/[cancellationId] (taken)': {
    permission: 'held.money',
    body: { act: 'taken', ...WHY },
  },
  'POST /api/admin/orders/[id]/second-looks/[lookId]': { body: WHY },
  'POST /api/admin/orders/answers': {
    body: { endpoint: 'placeOrder', code: 1, messageHash: '0'.repeat(32), ...WHY },
  },
  'POST /api/admin/orders/answers/[answerId]': { body: WHY },
  'POST /api/admin/orders/limit': { body: { limitMinor: 0, seen: 5_000, ...WHY } },
  'POST /api/admin/orders/sales': { body: WHY },
  'POST /api/admin/messages/[id]': { body: { answer: null } },
  'POST /api/admin/reconciliation/runs': {
    body: { from: '2027-01-01T00:00:00Z', until: '2027-01-02T00:00:00Z' },
  },
  'POST /api/admin/reconciliation/search': { body: { orderNum: 'EP1' } },
  'POST /api/admin/reconciliation/reference': { body: { reference: 'LF0000' } },
  'POST /api/admin/reconciliation/discrepancies/[id]': {
    body: { act: 'look_again', reason: 'asked' },
  },
  'POST /api/admin/catalogue/partners/[id]': {
    body: { isHidden: false },
    params: { id: '9999' },
  },
}

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
  'GET /og/[locale]/[...name]': { params: { locale: 'fr', name: 'shop.png' } },
  'GET /sitemap.xml': {},
  'GET /sitemaps/[file]': { params: { file: 'en-0.xml' } },
  'GET /api/catalogue/search-index/[locale]': { params: { locale: 'en' } },
  'GET /api/catalogue/plans/[locale]/[slug]': { params: { locale: 'en', slug: 'none' } },
  'POST /api/find': { body: { email: 'a@example.com', hint: 'LF-0000' } },
  'POST /api/sim-cards/check': { body: { number: 'none', locale: 'en' } },
  'POST /api/sim-cards/[id]/quotes': { body: { planId: 'pln_none', locale: 'en' } },
  'POST /api/visits': {
    body: { step: 'plan', locale: 'en', currency: 'USD', referrer: '', source: '', campaign: '' },
  },
  'POST /api/quotes': { body: { planId: 'pln_none', count: 1, locale: 'en' } },
  'POST /api/carts': { body: { items: [{ planId: 'pln_none', count: 1 }], locale: 'en' } },
  'POST /api/vouchers': { body: { checkoutId: 'quo_none', codes: ['NONE'] } },
  'POST /api/orders': {
    body: {
      items: [{ quoteId: 'quo_none' }],
      email: 'a@example.com',
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    },
  },
  'POST /api/orders/[id]/refund-offer': { body: { itemId: '$item' } },
  'POST /api/orders/[id]/returns': { body: { itemId: '$item' } },
  'POST /api/orders/[id]/browsers': {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/none',
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  },
  'DELETE /api/orders/[id]/browsers': { body: { endpoint: 'https://fcm.googleapis.com/fcm/send/none' } },
  'PATCH /api/orders/[id]/reminders': { body: { muted: ['plan_low'] } },
  'POST /api/orders/[id]/invoices': { body: { company: 'A', taxNumber: '', postalAddress: 'B' } },
  'GET /api/reminders/[token]': { params: { token: SECRET } },
  'POST /api/reminders/[token]': { params: { token: SECRET }, body: {} },
  'DELETE /api/reminders/[token]': { params: { token: SECRET }, body: {} },
  'PATCH /api/orders/[id]/gift': { body: { email: 'b@example.com', from: 'Ana', message: '', sendOn: '' } },
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
