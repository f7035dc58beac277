import { LANGUAGES } from '#lib/server/public-routes.ts'

const DEFAULT_PREFIX = new RegExp(`^/${LANGUAGES[0]}(?=/|$)`)

/** The one address of what a path names in a second way: the default language by its prefix, or a slash at the end. */
export function redirectTo(url: string, path: string): string | null {
  const clean = path.replace(DEFAULT_PREFIX, '').replace(/\/+$/, '') || '/'
  // Two slashes at the front would lead to another host.
  if (clean === path || clean.startsWith('//')) return null

  return clean + url.slice(path.length)
}
