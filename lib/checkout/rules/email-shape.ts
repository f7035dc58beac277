import { withoutMarks } from '#lib/core/rules/typed-text.ts'

/** As long as an address may be that a call takes. */
const LONGEST = 254
// That of the schemas of calls, which do not come into a browser; a test holds them together.
const ADDRESS = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** True for a mail address that the server takes, whatever blanks and unseen marks came along. */
export function isAddressShaped(text: string): boolean {
  const address = withoutMarks(text)

  return address.length <= LONGEST && ADDRESS.test(address)
}
