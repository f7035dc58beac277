/** Returns the zone that a browser named in its cookie, UTC when it is none that this runtime knows. */
export function toZone(cookie: string | undefined): string {
  try {
    const zone = decodeURIComponent(cookie ?? '')

    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
