/** Returns the network of an address, as much of it as may be kept: `203.0.113.0/24`, `2001:db8:1::/48`. */
export function shortenAddress(address: string): string {
  const v4 = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(address)
  if (v4) return `${v4.slice(1, 4).join('.')}.0/24`
  if (!address.includes(':')) return 'unknown'
  const [head = ''] = address.split('::')
  const groups = head.split(':').slice(0, 3)

  return `${groups.filter((group) => group !== '').join(':')}::/48`
}
