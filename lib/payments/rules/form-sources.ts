import type { PolicySources } from '#lib/core/rules/page-policies.ts'

const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com']

/** What a page with Stripe's form in it may load besides its own files, as Stripe's guide to integration security lists it. */
export const FORM_SOURCES: PolicySources = {
  'script-src': SCRIPTS,
  'frame-src': [...SCRIPTS, 'https://hooks.stripe.com'],
  'connect-src': ['https://api.stripe.com', 'https://checkout.stripe.com'],
  'img-src': ['https://*.stripe.com'],
}

/** Whose frames may ask a wallet of the browser for money. */
export const FORM_PAYERS = SCRIPTS

/** Tells whether a page is the one for the form. */
export function isFormPage(path: string): boolean {
  return /^\/checkout\/[^/]+\/pay\/?$/.test(path)
}
