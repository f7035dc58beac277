/** The key of an event; of a keyboard in other letters, what a Latin one has at that place. */
export function pressedKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  // All that a Latin keyboard types, and names such as `Enter`.
  if (/[\p{ASCII}\p{Script=Latin}]/u.test(key)) return key
  if (code === 'Slash') return shiftKey ? '?' : '/'
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []

  return letter === undefined ? key : shiftKey ? letter : letter.toLowerCase()
}
