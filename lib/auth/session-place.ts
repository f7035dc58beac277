import 'server-only'
import type { SessionPlace } from '#lib/auth/repository/staff-sessions.ts'
import { browserName } from '#lib/auth/rules/staff-account.ts'
import { shortenAddress } from '#lib/provider/rules/network-address.ts'

/** Returns where a request came from: a shortened network and a rough browser, never an address. */
export function placeOf(headers: Headers | Record<string, unknown> | undefined): SessionPlace & { address: string } {
  const read = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers?.[name]

    return typeof value === 'string' ? value : ''
  }

  // The nearest hop writes last; whatever stands before it, the sender may have invented.
  return {
    address: shortenAddress(read('x-forwarded-for').split(',').at(-1)?.trim() ?? ''),
    browser: browserName(read('user-agent')),
  }
}
