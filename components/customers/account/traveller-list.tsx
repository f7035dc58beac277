import { useLocale, useTranslations } from 'next-intl'
import { ShareLine } from '#components/esims/shares/share-line.tsx'
import { planText } from '#components/orders/plan-text.ts'
import { Flag } from '#components/ui/flag.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { OwnTraveller } from '#lib/customers/rules/own-account.ts'

/** Every traveller with their eSIMs, each leading to where its name and link are changed. */
export function TravellerList({ travellers }: { travellers: OwnTraveller[] }) {
  const t = useTranslations('account')
  const locale = toLocale(useLocale())

  return travellers.map(({ name, esims }, index) => (
    <section key={name ?? ''} className="account-group" aria-labelledby={`traveller-${index}`}>
      <h2 id={`traveller-${index}`}>
        {name === null ? t('travellers.unnamed') : <bdi>{name}</bdi>} <span className="soft num">{esims.length}</span>
      </h2>
      <ul className="ways">
        {esims.map((esim) => (
          <li key={esim.id}>
            <a href={`/o/${esim.orderId}?card=${esim.id}#traveller`}>
              <Flag iso2={esim.destination.iso2} />
              <span>
                <b>
                  <bdi>{esim.destination.name}</bdi>
                </b>
                <small>
                  {planText(t, esim, locale)} · <bdi className="whitespace-nowrap">•• {esim.iccidLast4}</bdi> ·{' '}
                  <bdi className="whitespace-nowrap">{esim.orderNumber}</bdi>
                </small>
                {esim.wentBack ? (
                  <small>{t('wentBack')}</small>
                ) : esim.share ? (
                  <ShareLine share={esim.share} />
                ) : (
                  <small>{t('travellers.kept')}</small>
                )}
              </span>
              <Icon name="next" className="soft" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  ))
}
