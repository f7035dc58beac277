import { type NextRequest, NextResponse } from 'next/server'
import { env } from '#lib/core/env.ts'
import { cookieNameAt, cookieRulesAt } from '#lib/core/rules/own-cookie.ts'
import { contentPolicy, type PolicySources, permissionsPolicy } from '#lib/core/rules/page-policies.ts'
import { FORM_PAYERS, FORM_SOURCES, isFormPage } from '#lib/payments/rules/form-sources.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** Pages in the languages of the back office, which are fewer than those of the shop. */
const STAFF_AREA = /^\/(?:admin|invite|setup)(?:\/|$)/

/** Private pages only: a policy with a fresh nonce, no copy in any cache, `?lang=` turned into a cookie. */
export function proxy(request: NextRequest): NextResponse {
  const chosen = request.nextUrl.searchParams.get('lang')
  if (chosen && /^[a-z]{2}$/.test(chosen)) return keepLanguage(request, chosen)

  const nonce = btoa(crypto.randomUUID())
  const hasForm = Boolean(env.STRIPE_PUBLISHABLE_KEY) && isFormPage(request.nextUrl.pathname)
  const policy = policyFor(nonce, hasForm ? FORM_SOURCES : {})
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('x-area', STAFF_AREA.test(request.nextUrl.pathname) ? 'staff' : 'buyer')
  // The framework reads its nonce from here and stamps it on the scripts it writes.
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('cache-control', 'private, no-store')
  response.headers.set('referrer-policy', 'no-referrer')
  if (hasForm) {
    response.headers.set('permissions-policy', permissionsPolicy(FORM_PAYERS))
    // A bank or a wallet may ask in a window of its own, and has to find its way back.
    response.headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
  }

  return response
}

function keepLanguage(request: NextRequest, chosen: string): NextResponse {
  const address = request.nextUrl.clone()
  address.searchParams.delete('lang')
  const response = NextResponse.redirect(address, 303)
  const name = cookieNameAt(env.PUBLIC_URL, 'lang')
  response.cookies.set(name, chosen, { ...cookieRulesAt(env.PUBLIC_URL), maxAge: YEAR_SECONDS, httpOnly: true })
  response.headers.set('cache-control', 'private, no-store')

  return response
}

function policyFor(nonce: string, sources: PolicySources): string {
  // Development tools evaluate code and write style tags of their own; a build may not.
  const isDevelopment = env.NODE_ENV === 'development'

  return contentPolicy({
    scripts: [`'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    styles: [isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    isSecure: env.PUBLIC_URL.startsWith('https:'),
    more: [['style-src-attr', "'unsafe-inline'"]],
    sources,
  })
}

export const config = {
  matcher: [
    '/cart',
    '/contact',
    '/status',
    '/checkout/:path*',
    '/o/:path*',
    '/e/:path*',
    '/find',
    '/sim-cards/check',
    '/withdraw',
    '/sign-in/:path*',
    '/verify/:path*',
    '/reminders/:path*',
    '/account/:path*',
    '/invite/:path*',
    '/setup/:path*',
    '/admin/:path*',
  ],
}
