import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import type { LockBadge as Badge } from '#lib/orders/rules/admin-orders.ts'

const ICONS: Record<Badge['kind'], IconName> = { cancellable: 'back', not_certain: 'unknown', locked: 'lock' }

const COLOURS: Record<Badge['kind'], string> = {
  cancellable: 'border-current bg-sea-wash text-sea-text',
  not_certain: 'border-dashed border-current bg-amber-wash text-amber-text',
  locked: 'border-ink bg-ink text-paper',
}

/** Whether an order at the network can still be cancelled: three forms, no more. */
export function LockBadge({ lock }: { lock: Badge }) {
  const t = useTranslations('admin.lock')

  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border py-0.5 ps-1.75 pe-2.25 text-small font-[560] ${COLOURS[lock.kind]}`}
    >
      <Icon name={ICONS[lock.kind]} className="size-3.25" />
      {lock.kind === 'locked'
        ? t.rich('lockedBy', { by: lock.by, at: () => <LocalTime at={lock.at} show="moment" /> })
        : t(lock.kind)}
    </span>
  )
}
