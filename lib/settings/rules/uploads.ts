/** What a picture of the shop may be: bytes at most, pixels of a side, whether both are equal, and whether a JPEG is taken. */
export const PICTURE_LIMITS = {
  logo: { bytes: 120_000, min: 24, max: 1_600, isSquare: false, isPhoto: false },
  icon: { bytes: 240_000, min: 192, max: 1_024, isSquare: true, isPhoto: false },
  destination: { bytes: 120_000, min: 24, max: 1_600, isSquare: false, isPhoto: true },
  guide: { bytes: 400_000, min: 24, max: 1_600, isSquare: false, isPhoto: true },
} as const
export type PictureKind = keyof typeof PICTURE_LIMITS
/** The pictures that a shop has one of. */
export type ShopPictureKind = Exclude<PictureKind, 'destination' | 'guide'>

export const LANGUAGE_FILE_FORMS = ['xliff', 'json'] as const
export type LanguageFileForm = (typeof LANGUAGE_FILE_FORMS)[number]

/** The longest file that is taken, in bytes; all texts of the shop in XLIFF are less than half of it. */
export const LANGUAGE_FILE_BYTES = 2_000_000
