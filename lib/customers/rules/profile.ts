import { COMPANY_LENGTHS, type CompanyData } from '#lib/core/rules/company.ts'

/** How long the fields of a profile may be. */
export const PROFILE_LENGTHS = { name: 80, ...COMPANY_LENGTHS } as const

/** What a customer says about themselves. `homeZone` is `null` where the browser's is meant. */
export type Profile = CompanyData & { name: string; locale: string; homeZone: string | null }
