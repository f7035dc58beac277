/**
 * Returns the access point name that a plan states in its own words (`APN: internet.example`), exactly as written there;
 * `null` when it states none, or more than one.
 */
export function apnOf(words: readonly string[]): string | null {
  const named = words.flatMap((item) => [...item.matchAll(/\bAPN\s*[:=：]\s*([A-Za-z0-9][A-Za-z0-9._-]*)/gi)])
  const names = new Set(named.map(([, name = '']) => name.replace(/[.]+$/, '')))

  return names.size === 1 ? ([...names][0] ?? null) : null
}
