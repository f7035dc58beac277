import { useTranslations } from 'next-intl'
import { PLACES, topUpPath } from '#components/esims/top-up/top-up-path.ts'
import { ButtonLink } from '#components/ui/button.tsx'

type TopUpLinkProps = { orderId: string; esimId: string; canTopUp: boolean }

/** The way from an eSIM to what is on it and what can be added. */
export function TopUpLink({ orderId, esimId, canTopUp }: TopUpLinkProps) {
  const t = useTranslations('topup.link')
  const href = topUpPath({ orderId, esimId })

  return (
    <section className="panel no-print">
      <h2>{t('heading')}</h2>
      <p>{t(canTopUp ? 'body' : 'no')}</p>
      {canTopUp ? (
        <p className="actions mt-4">
          <ButtonLink tone="ink" href={href}>
            {t('topUp')}
          </ButtonLink>
          <ButtonLink href={`${href}#${PLACES}`}>{t('again')}</ButtonLink>
        </p>
      ) : null}
    </section>
  )
}
