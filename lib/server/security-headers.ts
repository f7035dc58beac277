const NOTHING = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'browsing-topics'].map((name) => `${name}=()`)

/** What every answer carries, whoever wrote it. `isSecure` when the store is reached over https. */
export function securityHeaders({ isSecure, isLive }: { isSecure: boolean; isLive: boolean }): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': NOTHING.join(', '),
    'reporting-endpoints': 'csp="/api/csp-report"',
    ...(isSecure && isLive ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** The policy of an answer that brings no policy of its own: it may not run anything. */
export const SILENT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
