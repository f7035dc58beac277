/** How long the fields of a company may be. */
export const COMPANY_LENGTHS = { company: 120, taxNumber: 40, postalAddress: 400 } as const

/** A company as it stands on an invoice. */
export type CompanyData = { company: string; taxNumber: string; postalAddress: string }
