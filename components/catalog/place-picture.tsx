import { picturePath, type ShopPicture } from '#lib/settings/rules/brand.ts'

/** The store's own picture of a destination. The heading beside it names what it shows. */
export function PlacePicture({ picture: { hash, type, width, height } }: { picture: ShopPicture }) {
  return (
    <img
      className="mb-4 h-auto max-h-50 w-auto max-w-full rounded-ticket border border-line"
      src={picturePath({ hash, type })}
      width={width}
      height={height}
      alt=""
      decoding="async"
    />
  )
}
