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
  name: 'messages' | 'finance' | 'staff' | 'audit' | 'profile' | 'settings' | 'jobs' | 'guides'
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
  { name: 'guides', href: '/admin/guides', permission: 'settings.change' },
  { name: 'settings', href: '/admin/settings', permission: 'settings.change' },
]

/** The further areas that a role is shown. */
export function moreAreas(role: StaffRole): readonly MoreArea[] {
  return MORE_AREAS.filter(({ permission }) => {
    const roles: readonly StaffRole[] = permission ? PERMISSIONS[permission] : [role]

    return roles.includes(role)
  })
}

/** The areas at the side of a wide screen: those of everybody, and the three further ones that have a place among them. */
export function navigationAreas(role: StaffRole): readonly { name: AreaName; href: string }[] {
  const further = (wanted: string) => moreAreas(role).filter(({ name }) => name === wanted)
  const at = AREAS.findIndex(({ name }) => name === 'reconciliation')

  return [
    ...AREAS.slice(0, at),
    ...further('finance'),
    ...AREAS.slice(at),
    ...further('guides'),
    ...further('settings'),
  ]
}

export type AreaName = (typeof AREAS)[number]['name'] | MoreArea['name']

const PATHS: Record<AreaName, string> = {
  today: 'M3 12h4l2.5-6 4 12L16 12h5',
  orders:
    'M6.5 4h11A2.5 2.5 0 0 1 20 6.5v11a2.5 2.5 0 0 1-2.5 2.5h-11A2.5 2.5 0 0 1 4 17.5v-11A2.5 2.5 0 0 1 6.5 4zM8 9h8M8 13h8M8 17h4',
  cancellations: 'M9 5 4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  cards: 'M7 3h7l4 4v14H7zM10 11h5v6h-5zM10 14h5',
  customers: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM5 20a7 7 0 0 1 14 0z',
  catalogue: 'M4 5h16M4 12h16M4 19h10',
  pricing: 'M4 11V5a1 1 0 0 1 1-1h6l9 9-7 7zM8.5 7.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  reconciliation: 'M12 4v16M8 20h8M5 7.5h14M5 7.5l-2.5 6a2.6 2.6 0 0 0 5 0zM19 7.5l-2.5 6a2.6 2.6 0 0 0 5 0z',
  finance: 'M4 20h16M6.5 16v-5M12 16V6M17.5 16v-8',
  jobs: 'M4 6h10M4 12h16M4 18h7M17 15v6l4-3z',
  settings: 'M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 5v4M9 10v4M17 15v4',
  guides: 'M5 4h6a2 2 0 0 1 2 2v14a2 2 0 0 0-2-2H5zM21 4h-6a2 2 0 0 0-2 2v14a2 2 0 0 1 2-2h6z',
  staff:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M17 14.5a6 6 0 0 1 4 5.5',
  messages: 'M4 5h16v12H9l-5 4zM8 9h8M8 13h5',
  audit: 'M6 4h9l4 4v12H6zM9 12h7M9 16h5M14 4v5h5',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  health: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
}

export function AreaIcon({ name }: { name: AreaName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
