export const HOST = /^[a-z0-9.-]{1,64}$/
export const CAMPAIGN = /^[\w.~+-]{1,64}$/

/** The host that a visit came from, '' for none, for one of the shop's own, and for what is no host. */
export function referrerHost(address: string, own: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname.toLowerCase() : ''
  if (host === own) return ''
  const short = host.replace(/^www\./, '')

  return HOST.test(short) ? short : ''
}

/** The name of a campaign or its source in plain characters, 64 at most. */
export function campaignName(text: string | null): string {
  return (text ?? '')
    .trim()
    .replace(/[^\w.~+-]+/g, '-')
    .slice(0, 64)
}
