import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { lastInstallMinute } from '#lib/domain/install-deadline.ts'
import type { CardView } from '#lib/domain/shop.ts'

/** The answer to "can it go back?" for one card, with its reason. */
export function GoBack({ card, writeHref }: { card: CardView; writeHref: string }) {
  const t = useTranslations('order.back')
  const until = card.activateBefore === null ? null : lastInstallMinute(card.activateBefore)
  if (!card.isSealed) {
    return (
      <section className="panel no-print">
        <h2>{t('heading')}</h2>
        <p className="big">{t('no')}</p>
        <p className="mt-2">
          {card.revealedAt
            ? t.rich('noBody', { at: () => <LocalTime at={card.revealedAt ?? new Date(0)} show="date_time" /> })
            : null}
        </p>
      </section>
    )
  }

  return (
    <section className="panel no-print">
      <h2>{t('heading')}</h2>
      <p className="big big-good">{t('yes')}</p>
      <p className="mt-2 mb-4">
        {until ? t.rich('yesUntil', { at: () => <LocalTime at={until} show="date_time" /> }) : t('yesOpen')}
      </p>
      <ButtonLink size="small" href={writeHref}>
        <Icon name="mail" />
        {t('write')}
      </ButtonLink>
    </section>
  )
}
