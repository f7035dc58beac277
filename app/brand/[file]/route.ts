import { guarded } from '#lib/core/http/route.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { getPicture } from '#lib/settings/queries/store-details.ts'
import { picturePath } from '#lib/settings/rules/brand.ts'

const NAME = /^([\w-]{22})\.(?:png|jpg)$/

/** GET /brand/[file]: a picture of the shop's own. Its address names its content, so it is good for ever. */
export const GET = guarded(async (_request, { params }) => {
  const { file = '' } = ((await params) ?? {}) as { file?: string }
  const hash = NAME.exec(file)?.[1]
  const picture = hash === undefined ? null : await getPicture(hash)
  if (!hash || !picture || picturePath({ hash, type: picture.type }) !== `/brand/${file}`)
    throw new AppError('not_found', 'There is no such picture.')

  return new Response(picture.bytes, {
    headers: { 'content-type': `image/${picture.type}`, 'cache-control': 'public, max-age=31536000, immutable' },
  })
})
