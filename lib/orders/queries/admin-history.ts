import 'server-only'
import { maskRows } from '#lib/core/queries/export-rows.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { type AdminOrderData, listStaffNames, readHistory } from '#lib/orders/repository/admin-order.ts'
import { readLabels } from '#lib/orders/repository/order-tags.ts'
import { type EvidenceRow, type HistoryEvent, toEvidenceRows } from '#lib/orders/rules/admin-order.ts'
import { sourceOf, toneOf } from '#lib/orders/rules/order-history.ts'
import { withMoney } from '#lib/reconciliation/queries/discrepancy-view.ts'

type History = Awaited<ReturnType<typeof readHistory>>

/** Reads the history of an order as one list, newest first: events, calls to the network, acts of staff, mails. */
export async function getHistory(caller: Caller, order: AdminOrderData): Promise<HistoryEvent[]> {
  requirePermission(caller, 'orders.see')
  const itemIds = order.items.map(({ id }) => id)
  const others = [
    ...order.items.flatMap(({ esims }) => esims.map(({ id }) => id)),
    ...order.payments.map(({ id }) => id),
  ]
  const { events, calls, auditEvents, mails } = await readHistory(order.id, { itemIds, others })
  const notes = can(caller, 'persons.see') ? (await readLabels(order.id)).notes : null
  const names = await listStaffNames(
    [...events, ...auditEvents, ...(notes ?? []).map(({ by: actor }) => ({ actor }))].flatMap(
      ({ actor }) => staffId(actor) ?? [],
    ),
  )
  const nameOf = (actor: string) => names.get(staffId(actor) ?? '') ?? plainActor(actor)

  const told = [
    // A note stands in the history with its text, for those who may read it.
    ...events
      .filter(({ kind }) => kind !== 'noted' || notes === null)
      .map((event) => fromEvent(event, { currency: order.currency, nameOf })),
    ...(notes ?? []).map((note) => fromNote(note, nameOf)),
    ...calls.map(fromCall),
    ...auditEvents.map((action) => fromAuditEvent(action, nameOf)),
    ...mails.map(fromMail),
  ].sort((a, b) => b.at.getTime() - a.at.getTime() || (a.key < b.key ? 1 : -1))

  return told.map((event) => ({ ...event, facts: maskRows(caller, event.facts) }))
}

type NoteRow = Awaited<ReturnType<typeof readLabels>>['notes'][number]
type NameOf = (actor: string) => string | null

function fromEvent(
  { id, at, kind, actor, data }: History['events'][number],
  { currency, nameOf }: { currency: string; nameOf: NameOf },
): HistoryEvent {
  return {
    key: `e${id}`,
    at,
    family: 'event',
    name: kind,
    source: sourceOf(kind, actor),
    tone: toneOf(kind),
    actor: nameOf(actor),
    facts: toEvidenceRows(data).map((row) => withMoney(row, currency)),
  }
}

function fromNote({ id, at, by, text }: NoteRow, nameOf: NameOf): HistoryEvent {
  const facts: EvidenceRow[] = [{ key: 'note', value: text }]

  return { key: `n${id}`, at, family: 'event', name: 'noted', source: 'staff', tone: 'plain', actor: nameOf(by), facts }
}

function fromCall(call: History['calls'][number]): HistoryEvent {
  const facts: EvidenceRow[] = [
    { key: 'class', value: call.class },
    ...(call.code === null ? [] : [{ key: 'code', value: String(call.code) }]),
    { key: 'delay', value: `${call.latencyMs} ms` },
    ...(call.orderNum === null ? [] : [{ key: 'orderNum', value: call.orderNum }]),
    ...(call.reference === null ? [] : [{ key: 'reference', value: call.reference }]),
  ]

  return {
    key: `c${call.id}`,
    at: call.at,
    family: 'call',
    name: call.endpoint,
    source: 'network',
    tone: call.class === 'ok' ? 'plain' : 'wait',
    actor: null,
    facts,
  }
}

function fromAuditEvent(action: History['auditEvents'][number], nameOf: NameOf): HistoryEvent {
  const facts: EvidenceRow[] = [
    ...(action.role === null ? [] : [{ key: 'role', value: action.role }]),
    ...(action.reason === null ? [] : [{ key: 'reason', value: action.reason }]),
  ]
  const source = action.actor.startsWith('staff:') ? 'staff' : action.actor.startsWith('guest:') ? 'customer' : 'clock'

  return {
    key: `a${action.id}`,
    at: action.at,
    family: 'act',
    name: action.act,
    source,
    tone: 'plain',
    actor: nameOf(action.actor),
    facts,
  }
}

function fromMail({ id, kind, state, tries, createdAt, sentAt }: History['mails'][number]): HistoryEvent {
  const tone = state === 'SENT' ? 'ok' : state === 'GIVEN_UP' ? 'stop' : 'wait'
  const facts: EvidenceRow[] = [
    { key: 'state', value: state.toLowerCase() },
    ...(tries > 1 ? [{ key: 'tries', value: String(tries) }] : []),
  ]

  return {
    key: `m${id}`,
    at: sentAt ?? createdAt,
    family: 'mail',
    name: kind,
    source: 'mail',
    tone,
    actor: null,
    facts,
  }
}

/** Returns the id of the member of staff who acted, `null` for anybody else. */
export function staffId(actor: string): string | null {
  return actor.startsWith('staff:') ? actor.slice('staff:'.length) : null
}

/** Returns the word for an actor without a name. A browser's id says nothing to a reader and is nobody's business. */
export function plainActor(actor: string): string | null {
  if (actor.startsWith('guest:') || actor === 'buyer') return 'buyer'

  return actor === 'store' ? null : (actor.split(':')[0] ?? null)
}
