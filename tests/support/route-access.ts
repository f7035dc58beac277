import type { Access } from '#lib/core/rules/contract.ts'

/** As `Access`. `signature`, `secret`: no person at all. `library`: the sign-in library. */
export type RouteAccess = Access | 'signature' | 'secret' | 'library'

/** Who is let in at a route that no contract describes. */
export const ROUTE_ACCESS: Record<string, RouteAccess> = {
  'GET /l/[token]': 'public',
  'GET /brand/[file]': 'public',
  'GET /api/health/live': 'public',
  'GET /api/health/ready': 'public',
  'GET /api/metrics': 'secret',
  'GET /api/catalogue/search-index/[locale]': 'public',
  'GET /api/catalogue/plans/[locale]/[slug]': 'public',
  'POST /api/csp-report': 'public',
  'GET /api/reminders/[token]': 'public',
  'POST /api/reminders/[token]': 'signature',
  'POST /api/webhooks/stripe': 'signature',
  'POST /api/webhooks/test-payments': 'signature',
  'POST /api/internal/revalidate': 'secret',
  'GET /api/auth/[...nextauth]': 'library',
  'POST /api/auth/[...nextauth]': 'library',
}
