import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { LockBadge as Badge } from '#lib/orders/rules/admin-orders.ts'

const ICONS: Record<Badge['kind'], IconName> = { cancellable: 'back', not_certain: 'unknown', locked: 'lock' }

/** Whether an order at the network can still be cancelled: three forms, no more. */
export function LockBadge({ lock }: { lock: Badge }) {
  const t = useTranslations('admin.lock')

  return (
    <span className={`a-lock a-lock-${lock.kind}`}>
      <Icon name={ICONS[lock.kind]} />
      {lock.kind === 'locked'
        ? t.rich('lockedBy', { by: lock.by, at: () => <LocalTime at={lock.at} show="moment" /> })
        : t(lock.kind)}
    </span>
  )
}
