const MAPPED_V4 = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

/**
 * Returns the network of an address: an IPv4 address itself, or the /64 of an IPv6 address (`2001:db8:1:2`), within which a
 * host chooses its own numbers.
 */
export function networkOf(address: string): string {
  const [v4] = MAPPED_V4.exec(address) ?? []
  if (v4 !== undefined) return v4

  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address
}

/** Returns the /48 that a network of IPv6 lies in, as much as one customer may hold; `null` for any other. */
export function areaOf(network: string): string | null {
  return /^[\da-f:]*:[\da-f:]*$/i.test(network) ? `${groupsOf(network).slice(0, 3).join(':')}::/48` : null
}

/** Returns an address as much of it as may be kept: `203.0.113.0/24`, `2001:db8:1::/48`. */
export function shortenAddress(address: string): string {
  const [, ...v4] = MAPPED_V4.exec(address) ?? []

  return v4.length > 0 ? `${v4.slice(0, 3).join('.')}.0/24` : (areaOf(address) ?? 'unknown')
}

// Zeros that stand in an address are written out: behind `::` the groups of the host would take their places, and every
// host would be a network of its own.
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const partsOf = (part: string) => part.split(':').filter((group) => group !== '')
  const [before, after] = [partsOf(head), partsOf(tail)]
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')

  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
