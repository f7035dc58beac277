/** The areas of the back office that exist, with the letter that leads there after `g`. */
export const AREAS = [
  { name: 'today', href: '/admin', key: 't' },
  { name: 'orders', href: '/admin/orders', key: 'o' },
  { name: 'catalogue', href: '/admin/catalogue', key: 'c' },
  { name: 'pricing', href: '/admin/pricing', key: 'p' },
  { name: 'health', href: '/admin/health', key: 'h' },
] as const

export type AreaName = (typeof AREAS)[number]['name']
