const PREFIX = '__Host-'

/** What a visitor chose or a browser said, kept for the next page. It opens nothing. */
type Preference = 'lang' | 'tz'

/** Tells whether a store at this address is reached over https alone. */
function isHttps(address: string): boolean {
  return new URL(address).protocol === 'https:'
}

/**
 * The name of a cookie of a store at this address. Over https the prefix makes browsers refuse it from other hosts, paths
 * and plain HTTP.
 */
export function cookieNameAt(address: string, name: string): string {
  return isHttps(address) ? `${PREFIX}${name}` : name
}

/** The attributes of every cookie of a store at this address, but for how long it lives and who may read it. */
export function cookieRulesAt(address: string) {
  return { path: '/', sameSite: 'lax', secure: isHttps(address) } as const
}

/** The `Set-Cookie` value of a cookie that no script reads, good for some seconds. */
export function secretCookie(address: string, name: string, value: string, seconds: number): string {
  return `${cookieLine(address, { name, value, seconds })}; HttpOnly`
}

/** A cookie as a script of a page writes it, and as the beginning of a `Set-Cookie` value. */
export function cookieLine(
  address: string,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const secure = isHttps(address) ? '; Secure' : ''

  return `${cookieNameAt(address, name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** Reads what a browser keeps for a visitor, under either name: it may be older than the certificate. */
export function readPreference(
  jar: { get: (name: string) => { value: string } | undefined },
  name: Preference,
): string | undefined {
  return (jar.get(`${PREFIX}${name}`) ?? jar.get(name))?.value
}
