import { guarded } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { getPicture } from '#lib/settings/queries/store-details.ts'

const NAME = /^([\w-]{22})\.png$/

/** GET /brand/[file]: a picture of the shop's own. Its address names its content, so it is good for ever. */
export const GET = guarded(async (_request, { params }) => {
  const { file = '' } = ((await params) ?? {}) as { file?: string }
  const hash = NAME.exec(file)?.[1]
  const bytes = hash ? await getPicture(hash) : null
  if (!bytes) throw new AppError('not_found', 'There is no such picture.')

  return new Response(bytes, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
})
