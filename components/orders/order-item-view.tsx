import { useTranslations } from 'next-intl'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'

/** Which order this is, from when, and whose clock the page speaks. */
export function OrderItemView({ number, createdAt }: { number: string; createdAt: Date }) {
  const t = useTranslations('order')

  return (
    <p className="soft">
      {t.rich('line', {
        number: () => <bdi className="whitespace-nowrap">{number}</bdi>,
        date: () => <LocalTime at={createdAt} show="date" />,
        zone: () => <ZoneName at={createdAt} />,
      })}
    </p>
  )
}
