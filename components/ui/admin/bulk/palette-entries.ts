import { useTranslations } from 'next-intl'
import { fits, holds, type PaletteItem, paletteItems } from '#components/ui/admin/bulk/palette-items.ts'
import { knownWords } from '#components/ui/admin/known-words.ts'
import type { BulkAct, Finds } from '#lib/checkout/client/backoffice.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'

/** One line of the palette: it leads somewhere, does something to an order, or opens the list of keys. */
export type Entry = {
  id: string
  label: string
  note: string
  keys: string[]
  does: { href: string } | { orderId: string; act: BulkAct } | 'keys'
}

/** Lines under a heading. */
export type Section = { name: 'exact' | 'found' | 'on' | 'act' | 'area'; title: string; entries: Entry[] }

type Asked = { staff: Pick<StaffMember, 'staffId' | 'role'>; text: string; finds: Finds }

/** Returns what the palette shows for a text: what was found first, then acts and areas whose names fit. */
export function useEntries({ staff, text, finds }: Asked): Section[] {
  const t = useTranslations('admin-hands.palette')
  const areas = useTranslations('admin')
  const [only] = finds.orders
  const exact = only && finds.orders.length === 1 ? only : null
  const labelOf = ({ kind, name }: PaletteItem) =>
    kind === 'area' ? knownWords(areas, 'area', name) : knownWords(t, 'act', name)
  const orders = finds.orders.map(({ id, number, email, plan }): Entry => {
    const note = [email, plan].filter((part) => part !== '').join(', ')

    return { id: `order-${id}`, label: number, note, keys: [], does: { href: `/admin/orders/${id}` } }
  })
  const cards = finds.cards.map(({ id, iccid, number }): Entry => {
    return {
      id: `card-${id}`,
      label: iccid,
      note: t('cardOf', { number }),
      keys: [],
      does: { href: `/admin/cards/${id}` },
    }
  })
  const known: Entry[] = paletteItems(staff.role).map((item) => ({
    id: `${item.kind}-${item.name}`,
    label: labelOf(item),
    note: '',
    keys: item.keys,
    does: { href: item.href },
  }))
  const keys: Entry = { id: 'act-keys', label: t('act.keys'), note: '', keys: ['?'], does: 'keys' }
  const offered = [...known, keys].filter(({ label }) => fits(label, text.trim()))
  const ofKind = (kind: string) => offered.filter(({ id }) => id.startsWith(`${kind}-`))
  const sections: Section[] = [
    { name: 'exact', title: t('exact'), entries: exact ? orders : [] },
    { name: 'found', title: t('found'), entries: exact ? cards : [...orders, ...cards] },
    {
      name: 'on',
      title: exact ? t('on', { number: exact.number }) : '',
      entries: exact ? actsOn(exact.id, staff, t) : [],
    },
    { name: 'act', title: t('acts'), entries: ofKind('act') },
    { name: 'area', title: t('areas'), entries: ofKind('area') },
  ]

  return sections.filter(({ entries }) => entries.length > 0)
}

function actsOn(orderId: string, { staffId, role }: Asked['staff'], t: (key: 'act.resend' | 'act.assign') => string) {
  const resend: Entry = {
    id: 'on-resend',
    label: t('act.resend'),
    note: '',
    keys: [],
    does: { orderId, act: { act: 'resend' } },
  }
  const assign: Entry = {
    id: 'on-assign',
    label: t('act.assign'),
    note: '',
    keys: [],
    does: { orderId, act: { act: 'assign', staffId } },
  }

  return [...(holds(role, 'orders.mail') ? [resend] : []), ...(holds(role, 'orders.note') ? [assign] : [])]
}
