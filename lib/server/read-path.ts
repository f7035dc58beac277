// Nothing of ours has a control character in its address, and the database refuses NUL in any text.
const CONTROL = /%(0[0-9a-f]|1[0-9a-f]|7f)/i
const NUL = /%00/

/** Decodes a path; `null` when it is no text: broken percent codes, bytes that are not UTF-8, or control characters. */
export function readPath(path: string): string | null {
  if (!path.includes('%')) return path
  if (CONTROL.test(path)) return null
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** Whether the part of an address behind the question mark can be handed on. */
export function isCleanQuery(query: string): boolean {
  return !NUL.test(query)
}
