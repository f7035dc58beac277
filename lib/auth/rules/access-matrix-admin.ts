import type { AccessRow } from '#lib/auth/rules/access-matrix.ts'

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
const OWN = { isHidden: false, isFeatured: false, rank: 1, texts: [] }
const WHY = { reason: 'asked by the buyer' }

const DESK_ORDER = {
  planId: 'pln_none',
  count: 1,
  locale: 'en',
  buyers: 'Ana, ana@example.com',
  pay: 'link',
  consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
}

const DESK_TOP_UP = {
  planId: 'pln_none',
  pay: 'link',
  consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
}
const NO_CARD = { id: 'crd_none' }

/** The routes of the back office, and the permission that each of them asks for. */
export const ADMIN_ROWS: Record<string, AccessRow> = {
  'POST /api/admin/staff/invites': { door: 'staff.manage', body: { email: 'c@example.com', role: 'support' } },
  'DELETE /api/admin/staff/invites/[id]': { door: 'staff.manage', body: {} },
  'POST /api/admin/staff/rules': { door: 'staff.manage', body: { secondFactor: 'nobody', seen: 'nobody' } },
  'PATCH /api/admin/staff/[id]/role': { door: 'staff.manage', body: { role: 'support' } },
  'PATCH /api/admin/staff/[id]/state': { door: 'staff.manage', body: { state: 'disabled' } },
  'DELETE /api/admin/staff/[id]/sessions': { door: 'staff.manage', body: {} },
  'DELETE /api/admin/staff/[id]/factors': { door: 'staff.manage', body: { reason: 'lost telephone' } },
  'POST /api/admin/settings': {
    door: 'settings.change',
    body: { changes: [{ key: 'shop.seller', value: null, seen: null }] },
  },
  'POST /api/admin/settings/pictures': {
    door: 'settings.change',
    body: { kind: 'logo', png: null, hasName: false, seen: null },
  },
  'POST /api/admin/settings/legal': {
    door: 'settings.change',
    body: { page: 'imprint', locale: 'en', body: 'A text.', seen: 0 },
  },
  'POST /api/admin/settings/capabilities': {
    door: 'settings.change',
    body: { key: 'order.beginDate', value: 'on', seen: 'on', reason: 'as it is' },
  },
  'POST /api/admin/settings/test-mail': { door: 'settings.change', body: { kind: 'order_ready', locale: 'en' } },
  'GET /api/admin/settings/mails/[kind]': { door: 'settings.change', params: { kind: 'none' } },
  'POST /api/admin/jobs/retry': { door: 'jobs.retry', body: { queue: 'mails', id: 'out_none' } },
  'POST /api/admin/finance/ledger': { door: 'finance.book', body: { act: 'floor', amount: '', seen: null } },
  'POST /api/admin/finance/credits/[id]': { door: 'finance.book', body: {}, params: { id: 'sup_none' } },

  'POST /api/admin/customers/[id]/block': { door: 'customers.block', body: { isBlocked: true, ...WHY } },
  'POST /api/admin/customers/[id]/credits': {
    door: 'customers.credit',
    body: { amount: '1', until: '', ...WHY },
  },
  'POST /api/admin/credits/[creditId]': { door: 'customers.credit', body: { act: 'agree' } },
  'POST /api/admin/customers/[id]/addresses': {
    door: 'customers.merge',
    body: { email: 'nobody@example.com', ...WHY },
  },
  'DELETE /api/admin/customers/[id]/addresses': { door: 'customers.merge', body: WHY },
  'POST /api/admin/customers/[id]/requests': { door: 'customers.ask_data', body: { kind: 'export', ...WHY } },
  'DELETE /api/admin/customers/[id]/requests/[requestId]': { door: 'customers.hand_data', body: WHY },
  'GET /api/admin/customers/[id]/copy': { door: 'customers.hand_data' },
  'DELETE /api/admin/customers/[id]/factors': { door: 'customers.lift_factors', body: WHY },
  'POST /api/admin/customers/[id]/erase': { door: 'customers.hand_data', body: { typed: 'nobody@example.com' } },

  'POST /api/admin/finance/months/[id]/close': {
    door: 'finance.close',
    body: {},
    params: { id: 'live-2020-01' },
  },

  'POST /api/admin/cancellations/facts': { door: 'returns.ask', body: { orderId: 'ord_none' } },
  'POST /api/admin/cards/check': { door: 'iccids.see', body: { numbers: '8948010000000000001' } },
  'POST /api/admin/cards/[id]/facts': { door: 'iccids.see', body: {}, params: { id: 'crd_none' } },
  'POST /api/admin/cards/[id]/record': { door: 'iccids.see', body: {}, params: { id: 'crd_none' } },
  'GET /api/admin/cancellations': { door: 'returns.see' },
  'POST /api/admin/cancellations': {
    door: 'returns.ask',
    body: { orderId: '$order', cardIds: ['$card'], reason: 'asked' },
  },
  'POST /api/admin/pricing/edits': {
    door: 'catalog.change',
    body: { scope: 'global', scopeKey: '', form: null, seen: null, draft: null },
  },
  'POST /api/admin/pricing/rate': { door: 'catalog.change', body: { rate: '1', asOf: '2027-01-01' } },
  'POST /api/admin/pricing/drafts/[id]/apply': {
    door: 'catalog.change',
    body: { turn: 1, preview: 'x' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/schedule': {
    door: 'catalog.change',
    body: { turn: 1, preview: 'x', at: '2030-01-01T00:00:00Z' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/edits': {
    door: 'catalog.change',
    body: { scope: 'global', scopeKey: '', turn: 1, act: 'drop' },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/drafts/[id]/discard': {
    door: 'catalog.change',
    body: { turn: 1 },
    params: { id: 'prv_none' },
  },
  'POST /api/admin/pricing/changes/[id]/undo': { door: 'catalog.change', body: {}, params: { id: 'prv_none' } },
  'POST /api/admin/promotions': { door: 'catalog.change', body: { form: PROMOTION } },
  'POST /api/admin/promotions/[id]': {
    door: 'catalog.change',
    body: { turn: 1, form: PROMOTION },
    params: { id: 'prm_none' },
  },
  'POST /api/admin/promotions/[id]/end': { door: 'catalog.change', body: { turn: 1 }, params: { id: 'prm_none' } },
  'POST /api/admin/premark-rules': {
    door: 'catalog.change',
    body: { planIds: ['pln_none'], answer: 'NEVER', seen: 'UNKNOWN' },
  },
  'POST /api/admin/payments/[id]/received': { door: 'payments.receive', body: { amountMinor: 1, currency: 'USD' } },
  'GET /api/admin/catalogue/sync': { door: 'catalog.see' },
  'POST /api/admin/catalogue/sync': { door: 'catalog.sync', body: {} },
  'POST /api/admin/catalogue/countries': { door: 'catalog.change', body: { name: 'Nowhere', iso2: 'FR' } },
  'POST /api/admin/connection/test': { door: 'connection.test', body: {} },

  'GET /api/admin/catalogue/changes': { door: 'catalog.see' },
  'POST /api/admin/catalogue/destinations/[id]': {
    door: 'catalog.change',
    body: { ...OWN, seen: OWN },
    params: { id: '9999' },
  },
  'POST /api/admin/catalogue/destinations/[id]/picture': {
    door: 'catalog.change',
    body: { png: null, seen: null },
    params: { id: '9999' },
  },
  'POST /api/admin/catalogue/plans/[id]': {
    door: 'catalog.change',
    body: { isHidden: true },
    params: { id: 'pln_none' },
  },

  'GET /api/admin/search': { door: 'orders.see' },
  'GET /api/admin/export/[list]': { door: 'lists.export', params: { list: 'orders' } },
  'GET /api/admin/export/[list] (cards)': { door: 'lists.export', params: { list: 'cards' } },
  'GET /api/admin/export/[list] (customers)': { door: 'lists.export', params: { list: 'customers' } },
  'GET /api/admin/export/[list] (cancellations)': { door: 'lists.export', params: { list: 'cancellations' } },
  'GET /api/admin/export/[list] (jobs)': { door: 'lists.export', params: { list: 'jobs' } },
  'GET /api/admin/export/[list] (messages)': { door: 'lists.export', params: { list: 'messages' } },
  'GET /api/admin/export/[list] (findings)': { door: 'lists.export', params: { list: 'findings' } },
  'GET /api/admin/export/[list] (finance)': { door: 'costs.see', params: { list: 'finance' } },
  'GET /api/admin/export/[list] (supplier)': { door: 'costs.see', params: { list: 'supplier' } },
  'GET /api/admin/export/[list] (refunds)': { door: 'costs.see', params: { list: 'refunds' } },
  'GET /api/admin/export/[list] (losses)': { door: 'costs.see', params: { list: 'losses' } },
  'GET /api/admin/export/[list] (comparisons)': { door: 'lists.export', params: { list: 'comparisons' } },
  'GET /api/admin/export/[list] (destinations)': { door: 'lists.export', params: { list: 'destinations' } },
  'GET /api/admin/export/[list] (promotions)': { door: 'lists.export', params: { list: 'promotions' } },
  'GET /api/admin/export/[list] (partners)': { door: 'lists.export', params: { list: 'partners' } },
  'GET /api/admin/export/[list] (syncs)': { door: 'lists.export', params: { list: 'syncs' } },
  'GET /api/admin/export/[list] (staff)': { door: 'staff.manage', params: { list: 'staff' } },
  'GET /api/admin/export/[list] (payments)': { door: 'costs.see', params: { list: 'payments' } },
  'GET /api/admin/export/[list] (months)': { door: 'costs.see', params: { list: 'months' } },
  'GET /api/admin/export/[list] (month)': {
    door: 'costs.see',
    params: { list: 'month' },
    query: { id: 'trial-2026-01' },
  },
  'GET /api/admin/export/[list] (audit)': { door: 'audit.export', params: { list: 'audit' } },
  'POST /api/admin/orders': { door: 'orders.make', body: { ...DESK_ORDER, seenMinor: 1 } },
  'POST /api/admin/orders (without charge)': {
    door: 'orders.give',
    body: { ...DESK_ORDER, pay: 'no_charge', seenMinor: 1, reason: 'goodwill' },
  },
  'POST /api/admin/cards/[id]/top-ups': {
    door: 'orders.make',
    body: { ...DESK_TOP_UP, seenMinor: 1 },
    params: NO_CARD,
  },
  'POST /api/admin/cards/[id]/top-ups (without charge)': {
    door: 'orders.give',
    body: { ...DESK_TOP_UP, pay: 'no_charge', seenMinor: 1, reason: 'goodwill' },
    params: NO_CARD,
  },
  'GET /api/admin/cards/[id]/top-ups': { door: 'orders.make', params: NO_CARD },
  'POST /api/admin/cards/[id]/top-ups/check': { door: 'orders.make', body: DESK_TOP_UP, params: NO_CARD },
  'POST /api/admin/orders/check': { door: 'orders.make', body: DESK_ORDER },
  'POST /api/admin/orders/bulk': { door: 'orders.mail', body: { ids: ['ord_none'], act: { act: 'resend' } } },
  'POST /api/admin/orders/bulk (tag)': {
    door: 'orders.note',
    body: { ids: ['ord_none'], act: { act: 'tag', tag: 'vip', isSet: true } },
  },
  'POST /api/admin/views': { door: 'orders.see', body: { area: 'orders', name: 'Mine', query: '', isDefault: false } },
  'POST /api/admin/columns': { door: 'orders.see', body: { list: 'orders', hidden: ['network'] } },
  'DELETE /api/admin/views/[id]': { door: 'orders.see', body: {}, params: { id: 'viw_none' } },
  'POST /api/admin/orders/[id]/assignee': { door: 'orders.note', body: { staffId: null } },
  'POST /api/admin/orders/[id]/notes': { door: 'orders.note', body: { text: 'a note' } },
  'POST /api/admin/orders/[id]/tags': { door: 'orders.note', body: { tag: 'vip', isSet: true } },
  'POST /api/admin/orders/[id]/email': { door: 'orders.correct_email', body: { email: 'b@example.com', ...WHY } },
  'POST /api/admin/orders/[id]/link': { door: 'orders.mail', body: {} },
  'POST /api/admin/orders/[id]/record': { door: 'record.read', body: { orderNum: 'none', typed: 'no', ...WHY } },
  'POST /api/admin/orders/[id]/cards/[cardId]/reveal': { door: 'codes.reveal', body: WHY },
  'POST /api/admin/orders/[id]/lines/[lineId]/decision': {
    door: 'held.look',
    body: { act: 'look_again', epoch: 0, ...WHY },
  },
  'POST /api/admin/orders/[id]/lines/[lineId]/goodwill': { door: 'refunds.goodwill', body: { amountMinor: 1, ...WHY } },
  'POST /api/admin/orders/[id]/lines/[lineId]/take-back': { door: 'returns.ask', body: WHY },
  'POST /api/admin/orders/[id]/payouts/[payoutId]': { door: 'payments.receive', body: WHY },
  'POST /api/admin/orders/[id]/refunds/[refundId]': { door: 'refunds.settle', body: { act: 'try_again', ...WHY } },
  'POST /api/admin/orders/[id]/returns/[returnId]': { door: 'held.look', body: { act: 'look_again', ...WHY } },
  'POST /api/admin/orders/[id]/returns/[returnId] (taken)': { door: 'held.money', body: { act: 'taken', ...WHY } },
  'POST /api/admin/orders/[id]/second-looks/[lookId]': { door: 'held.money', body: WHY },
  'POST /api/admin/orders/answers': {
    door: 'answers.file',
    body: { endpoint: 'placeOrder', code: 1, messageHash: '0'.repeat(32), ...WHY },
  },
  'POST /api/admin/orders/answers/[answerId]': { door: 'answers.file', body: WHY },
  'POST /api/admin/orders/limit': { door: 'limits.change', body: { limitMinor: 0, seen: 5_000, ...WHY } },
  'POST /api/admin/orders/till': { door: 'till.open', body: WHY },

  'POST /api/admin/messages/[id]': { door: 'messages.answer', body: { answer: null } },
  'GET /api/admin/reconciliation/runs': { door: 'findings.see' },
  'POST /api/admin/reconciliation/runs': {
    door: 'findings.settle',
    body: { from: '2027-01-01T00:00:00Z', until: '2027-01-02T00:00:00Z' },
  },
  'POST /api/admin/reconciliation/search': { door: 'findings.settle', body: { orderNum: 'EP1' } },
  'POST /api/admin/reconciliation/reference': { door: 'findings.settle', body: { reference: 'LF0000' } },
  'POST /api/admin/reconciliation/findings/[id]': {
    door: 'findings.see',
    body: { act: 'look_again', reason: 'asked' },
  },
  'POST /api/admin/catalogue/partners/[id]': {
    door: 'catalog.change',
    body: { isHidden: false },
    params: { id: '9999' },
  },
  'POST /api/admin/catalogue/partners/sync': { door: 'catalog.sync', body: {} },
}
