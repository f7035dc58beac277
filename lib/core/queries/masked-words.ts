import 'server-only'
import { type Caller, can } from '#lib/core/rules/caller.ts'
import { maskEmails, maskIccids } from '#lib/core/rules/mask.ts'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'

/**
 * Returns words that somebody wrote, the network or a person, as a role may read them: without the card numbers and addresses
 * that it may not see.
 */
export function maskWords<Text extends string | null>(caller: Caller, text: Text): Text {
  if (text === null) return text
  const bare = can(caller, 'iccids.see') ? text : maskIccids(text)

  return (can(caller, 'persons.see') ? bare : maskEmails(bare)) as Text
}

/** Returns rows of evidence as a role may read them. */
export function maskRows(caller: Caller, rows: EvidenceRow[]): EvidenceRow[] {
  return rows.map((row) => ({ ...row, value: maskWords(caller, row.value) }))
}
