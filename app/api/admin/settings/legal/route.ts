import { z } from 'zod'
import { LEGAL_PAGES, LEGAL_TEXT_MOST } from '#lib/domain/legal-pages.ts'
import { mutation } from '#lib/http/route.ts'
import { LOCALES } from '#lib/i18n/config.ts'
import { publishLegalText } from '#lib/services/settings/publish-legal.ts'

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
