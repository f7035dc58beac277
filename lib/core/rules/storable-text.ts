/** Whether the database can hold a text: it refuses NUL in any, and half a letter in JSON. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
