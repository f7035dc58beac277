import { useTranslations } from 'next-intl'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'

/** Who sold, at the head of a paper. */
export function Seller({ store }: { store: StoreFacts }) {
  const t = useTranslations('order.invoice')

  return (
    <div>
      <p className="soft small">{t('seller')}</p>
      <address>
        <b>{store.name}</b>
        {store.seller ? <span>{store.seller}</span> : null}
        {store.supportEmail ? <bdi>{store.supportEmail}</bdi> : null}
      </address>
    </div>
  )
}
