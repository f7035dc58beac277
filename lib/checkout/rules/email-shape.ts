/** True for what may be a mail address. It refuses only what plainly is none; the server's schema has the last word. */
export function isAddressShaped(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim())
}
