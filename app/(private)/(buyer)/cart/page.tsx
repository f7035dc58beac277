import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { Cart } from '#components/checkout/cart/cart.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

export const generateMetadata = () => ownTitle('cart', (t) => t('pageTitle'))

/** The cart is in the browser; the server only says what it costs now. */
export default async function CartPage() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'cart' })

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        <h1 className="page-title">{t('title')}</h1>
        <noscript>
          <Notice tone="wait">{t('scripts')}</Notice>
        </noscript>
        <Cart />
      </div>
    </BuyerFrame>
  )
}
