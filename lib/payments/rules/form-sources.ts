const FRAMES = [
  'https://js.stripe.com',
  'https://*.js.stripe.com',
  'https://checkout.stripe.com',
  'https://hooks.stripe.com',
]

/** What a page with Stripe's form in it may load besides its own files, as Stripe's guide to integration security lists it. */
export const FORM_SOURCES: Record<string, readonly string[]> = {
  'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com'],
  'frame-src': FRAMES,
  'connect-src': ['https://api.stripe.com', 'https://checkout.stripe.com'],
  'img-src': ['https://*.stripe.com'],
}

/** Whose frames may ask a wallet of the browser for money. */
export const FORM_PAYERS = ['https://js.stripe.com', 'https://checkout.stripe.com']

/** Tells whether a page is the one for the form. */
export function isFormPage(path: string): boolean {
  return /^\/checkout\/[^/]+\/pay\/?$/.test(path)
}
