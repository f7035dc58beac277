import { PERMISSIONS, type Permission, type StaffRole } from '#lib/core/rules/caller.ts'

/** The areas of the back office that exist, with the letter that leads there after `g`. */
export const AREAS = [
  { name: 'today', href: '/admin', key: 't' },
  { name: 'orders', href: '/admin/orders', key: 'o' },
  { name: 'cancellations', href: '/admin/cancellations', key: 'b' },
  { name: 'cards', href: '/admin/esims', key: 'e' },
  { name: 'customers', href: '/admin/customers', key: 'k' },
  { name: 'catalogue', href: '/admin/catalogue', key: 'c' },
  { name: 'pricing', href: '/admin/pricing', key: 'p' },
  { name: 'reconciliation', href: '/admin/reconciliation', key: 'r' },
  { name: 'health', href: '/admin/health', key: 'h' },
] as const

type MoreArea = {
  name: 'messages' | 'finance' | 'staff' | 'audit' | 'profile' | 'settings' | 'jobs'
  href: string
  permission: Permission | null
}

/** What is needed now and then, under the name of whoever works here. */
const MORE_AREAS: readonly MoreArea[] = [
  { name: 'profile', href: '/admin/profile', permission: null },
  { name: 'messages', href: '/admin/messages', permission: 'messages.see' },
  { name: 'finance', href: '/admin/finance', permission: 'costs.see' },
  { name: 'audit', href: '/admin/audit', permission: null },
  { name: 'jobs', href: '/admin/jobs', permission: 'health.see' },
  { name: 'staff', href: '/admin/staff', permission: 'staff.manage' },
  { name: 'settings', href: '/admin/settings', permission: 'settings.change' },
]

/** The further areas that a role is shown. */
export function moreAreas(role: StaffRole): readonly MoreArea[] {
  return MORE_AREAS.filter(({ permission }) => {
    const roles: readonly StaffRole[] = permission ? PERMISSIONS[permission] : [role]

    return roles.includes(role)
  })
}

/** The areas at the side of a wide screen: those of everybody, and the two further ones that have a place among them. */
export function railAreas(role: StaffRole): readonly { name: AreaName; href: string }[] {
  const further = (wanted: string) => moreAreas(role).filter(({ name }) => name === wanted)
  const at = AREAS.findIndex(({ name }) => name === 'reconciliation')

  return [...AREAS.slice(0, at), ...further('finance'), ...AREAS.slice(at), ...further('settings')]
}

export type AreaName = (typeof AREAS)[number]['name'] | MoreArea['name']
