import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { LOCALES } from '#lib/core/i18n/config.ts'
import { publishLegalText } from '#lib/settings/commands/publish-legal.ts'
import { LEGAL_PAGES, LEGAL_TEXT_MOST } from '#lib/settings/rules/legal-pages.ts'

const MOST_BYTES = 400_000

/** POST /api/admin/settings/legal: publishes a new version of a legal text in one language. */
export const POST = mutation(
  {
    caller: 'staff',
    mostBytes: MOST_BYTES,
    params: z.object({}),
    body: z.strictObject({
      page: z.enum(LEGAL_PAGES),
      locale: z.enum(LOCALES),
      body: z.string().trim().min(1).max(LEGAL_TEXT_MOST),
      seen: z.int().min(0),
    }),
    reply: z.object({ version: z.int() }),
  },
  async ({ caller, body }) => ({ version: await publishLegalText(caller, body) }),
)
