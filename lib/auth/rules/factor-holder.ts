/** Whose second factors: those of a member of staff or of a customer. */
export type FactorHolder = { staffId: string } | { accountId: string }

/** The id behind a holder, which no two share. */
export function holderId(holder: FactorHolder): string {
  return 'staffId' in holder ? holder.staffId : holder.accountId
}
