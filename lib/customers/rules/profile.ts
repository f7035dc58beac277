/** How long the fields of a profile may be. */
export const PROFILE_LENGTHS = { name: 80, company: 120, taxNumber: 40, postalAddress: 400 } as const

/** A company as it stands on an invoice. */
export type CompanyData = { company: string; taxNumber: string; postalAddress: string }

/** What a customer says about themselves. `homeZone` is `null` where the browser's is meant. */
export type Profile = CompanyData & { name: string; locale: string; homeZone: string | null }

/** Tells whether this runtime knows a time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
