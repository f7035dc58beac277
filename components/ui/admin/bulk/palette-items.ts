import { AREAS, moreAreas } from '#components/ui/admin/areas.ts'
import { PERMISSIONS, type Permission, type StaffRole } from '#lib/core/rules/caller.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Where the palette can lead without a search. The words of an act stand under `palette.act`, those of an area under `area`. */
export type PaletteItem = { kind: 'act' | 'area'; name: string; href: string; keys: string[] }

const ACTS: readonly { name: string; href: string; permission: Permission; keys?: string[] }[] = [
  { name: 'newOrder', href: '/admin/orders/new', permission: 'orders.make', keys: ['N'] },
  { name: 'needsAction', href: '/admin/orders?tab=needs-action', permission: 'orders.see' },
  { name: 'returnCards', href: viewAddress('cancellations'), permission: 'returns.ask' },
  { name: 'checkCards', href: viewAddress('cards'), permission: 'iccids.see' },
  { name: 'compare', href: viewAddress('reconciliation'), permission: 'findings.settle' },
  { name: 'searchNetwork', href: '/admin/reconciliation?view=search', permission: 'findings.settle' },
  { name: 'answers', href: '/admin/orders/answers', permission: 'orders.see' },
  { name: 'partners', href: '/admin/partners', permission: 'catalog.see' },
  { name: 'sync', href: viewAddress('catalogue'), permission: 'catalog.sync' },
  { name: 'supplier', href: '/admin/finance/supplier', permission: 'costs.see' },
  { name: 'testConnection', href: '/admin/health', permission: 'connection.test' },
]

/** Tells whether a role holds a permission. The server asks again whatever is shown here. */
export function holds(role: StaffRole, permission: Permission): boolean {
  const roles: readonly StaffRole[] = PERMISSIONS[permission]

  return roles.includes(role)
}

/** Returns what a role is offered: acts first, then areas. The act that ends the right to cancel is never among them. */
export function paletteItems(role: StaffRole): PaletteItem[] {
  const acts = ACTS.filter(({ permission }) => holds(role, permission)).map(
    ({ name, href, keys = [] }): PaletteItem => ({ kind: 'act', name, href, keys }),
  )
  const areas = AREAS.map(({ name, href, key }): PaletteItem => {
    return { kind: 'area', name, href, keys: ['G', key.toUpperCase()] }
  })
  const more = moreAreas(role).map(({ name, href }): PaletteItem => ({ kind: 'area', name, href, keys: [] }))

  return [...acts, ...areas, ...more]
}

/** Tells whether every word of a text stands in the name of an item. */
export function fits(label: string, text: string): boolean {
  const name = label.toLowerCase()

  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word))
}
