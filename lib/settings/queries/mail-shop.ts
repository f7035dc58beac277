import 'server-only'
import { env } from '#lib/core/env.ts'
import { readShopSettings } from '#lib/settings/repository/shop-settings.ts'
import { picturePath, type ShopLogo } from '#lib/settings/rules/brand.ts'
import type { Accent } from '#lib/settings/rules/contrast.ts'

type PreviewShop = {
  name: string
  url: string
  supportEmail: string | null
  isTrial: boolean
  accent: Accent | null
  logo: (ShopLogo & { src: string }) | null
}

/** The shop as a preview of its mails names it: the logo comes from its own address, not along with the mail. */
export async function getMailShop(): Promise<PreviewShop> {
  const { name, supportEmail, accent, logo } = await readShopSettings()
  const isTrial = env.STORE_MODE === 'trial'

  return {
    name,
    url: env.PUBLIC_URL,
    supportEmail,
    isTrial,
    accent,
    logo: logo && { ...logo, src: picturePath(logo.hash) },
  }
}
