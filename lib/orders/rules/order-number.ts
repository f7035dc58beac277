import { plainCode } from '#lib/core/rules/typed-text.ts'

/** Returns an order number as it is stored (`LF-7K3M-9QXP`) from how it was typed or pasted; `null` for what is none. */
export function readOrderNumber(text: string): string | null {
  const [, start, middle, end] = /^([A-Z0-9]{2,4})-?([A-Z0-9]{4})-?([A-Z0-9]{4})$/.exec(plainCode(text)) ?? []

  return start === undefined ? null : `${start}-${middle}-${end}`
}
