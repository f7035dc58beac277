import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { changeProfile } from '#lib/customers/commands/change-profile.ts'
import { isTimeZone, PROFILE_LENGTHS } from '#lib/customers/rules/profile.ts'

const text = (most: number) => z.string().trim().max(most)

/** PATCH /api/account/profile: what the customer says about themselves, as a whole. */
export const PATCH = mutation(
  {
    caller: 'customer',
    params: z.object({}),
    body: z.strictObject({
      name: text(PROFILE_LENGTHS.name),
      locale: z.enum(LOCALES),
      homeZone: z.string().max(60).refine(isTimeZone).nullable(),
      company: text(PROFILE_LENGTHS.company),
      taxNumber: text(PROFILE_LENGTHS.taxNumber),
      postalAddress: text(PROFILE_LENGTHS.postalAddress),
    }),
    reply: z.object({}),
  },
  async ({ caller, body }) => {
    await changeProfile(caller, body)

    return {}
  },
)
